import type { Minor } from '@krapao/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { Ledger } from '../ledger/ledger.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { SameMoneyService } from '../modules/suspense/same-money.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { SHELL } from '../testing/staff.ts';
import { auditLedger } from './ledger-audit.ts';
import { sameMoneyCheck } from './same-money.ts';

const ACT = { by: 'anna', reason: 'asked the bank', actor: SHELL };
const FROM = { bankCode: 'KBANK', accountNo: 'xxxxxx6789', name: 'MR SOMCHAI J' };

describe('the audit of money that was told of twice', () => {
  let database: Database;
  let ledger: Ledger;
  let depositId: string;
  let creditId: string;

  beforeAll(async () => {
    database = await postgresDatabase();
    ledger = new Ledger(database);
    const incoming = new IncomingTransfers({ database, ledger, logger: createLogger('silent') });
    const account = { code: `member:${newId()}:wallet`, currency: 'BAHT' } as const;
    const wallet = await ledger.openMemberAccount(database.queries, account);
    const told = { accountNo: '0001234572', currency: 'BAHT' as const, amount: 6_125n as Minor, from: FROM };
    const transfer = { ...told, at: new Date(), sendingBank: '004', reference: 'QR' };
    await incoming.inTurn(transfer, (tx) => incoming.fromSlipIn(tx, transfer, wallet, new Date(0)));
    const later = new Date(Date.now() + 5 * 60_000);
    await incoming.fromFeed({ ...told, at: later, reference: 'STATEMENT' }, 'no_member');
    const idOf = async (column: 'slip_ref' | 'statement_ref', reference: string) =>
      (
        await database.queries
          .selectFrom('incoming_transfer')
          .select('id')
          .where(column, '=', reference)
          .executeTakeFirstOrThrow()
      ).id;
    [depositId, creditId] = [await idOf('statement_ref', 'STATEMENT'), await idOf('slip_ref', 'QR')];
  });
  afterAll(() => database.close());

  const found = async () => (await sameMoneyCheck(database).run()).map(({ message }) => message);

  it('finds nothing where a deposit went back whole', async () => {
    const submit = async (amount: bigint, same: string) =>
      ledger.submit({
        id: newId(),
        debit: await ledger.house('suspense', 'BAHT'),
        credit: await ledger.house('bank:0001234572', 'BAHT'),
        amount: amount as Minor,
        kind: 'suspense_back',
        pending: false,
        detail: { provider: 'KBANK', reference: 'STATEMENT', origin: depositId, same },
      });
    // Rejected for a partial amount, and for a credit that does not exist.
    await expect(submit(6_000n, creditId)).rejects.toThrow('ledger_transfer');
    await expect(submit(6_125n, newId())).rejects.toThrow('ledger_transfer');
    await new SameMoneyService({ database, ledger }).settle(depositId, creditId, ACT);
    expect(await found()).toEqual([]);
    expect(await auditLedger(database)).toEqual([]);
  });

  it('finds a credit that lost the statement’s reference', async () => {
    const setReference = (statement_ref: string | null) =>
      database.queries
        .updateTable('incoming_transfer')
        .set({ statement_ref })
        .where('id', '=', creditId)
        .execute();
    await setReference(null);
    expect(await found()).toEqual([
      expect.stringContaining('the credit has not the reference of the statement'),
    ]);
    await setReference('STATEMENT');
  });

  it('finds a word of staff without a movement, and a movement without their word', async () => {
    const { by: said_by, reason } = ACT;
    const nothing = { deposit_id: newId(), credit_id: newId(), said_by, reason };
    await database.queries.insertInto('same_money').values(nothing).execute();
    expect(await found()).toEqual([expect.stringContaining('one of them is not in the books')]);
    await database.queries.deleteFrom('same_money').execute();
    expect(await found()).toEqual([expect.stringContaining('nobody said why')]);
  });
});
