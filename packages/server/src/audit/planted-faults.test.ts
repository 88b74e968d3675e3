import { minor } from '@krapao/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../composition/audit.ts';
import { connectCounterparties, type Counterparties } from '../composition/counterparties.ts';
import { newId } from '../kernel/ids.ts';
import { readSettings } from '../kernel/settings.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { acceptAnyMovement, anyRequest } from '../testing/any-movement.ts';
import type { TestMember } from '../testing/members.ts';
import { SECRET, type PayoutView } from '../testing/counterparties-world.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const OPERATOR_BANK = '0001234572';
const GIFT_WALLET = 'กระเป๋า ซองของขวัญ';

/** Faults that a program could have, planted into sound books: the audit names each. */
describe('a planted fault', () => {
  let server: TestServer;
  let counterparties: Counterparties;
  let member: TestMember;
  let wallet: AccountId;
  let memberId: string;
  let ledger: Ledger;

  const run = (statement: string) => sql.raw(statement).execute(server.database.queries);
  const audit = async () => {
    const parts = { database: server.database, counterparties, content: await server.content.get() };
    const findings = await runAudit(parts, { graceMs: 0, recheckAfterMs: 0 });
    return findings.filter(({ severity }) => severity === 'wrong');
  };
  const credit = async (house: string, kind: string, detail: object) => {
    const id = newId();
    const { outcome } = await ledger.submit(
      anyRequest({
        id,
        debit: await ledger.house(house, 'BAHT'),
        credit: wallet,
        amount: minor(5_000n),
        kind,
        pending: false,
        detail,
      }),
    );
    expect(outcome).toBe('created');
    return id;
  };
  const idOf = async (kind: string, where = 'true') => {
    const { rows } = await sql<{ id: string }>`
      select id from ledger_transfer where kind = ${kind} and ${sql.raw(where)} limit 1`.execute(
      server.database.queries,
    );
    return rows[0]?.id ?? '';
  };

  async function redeemGift(amount: number): Promise<void> {
    const { link } = await server.world.control<{ link: string }>('POST', '/gift', { amount });
    const jwk = await member.api.ok('GET /api/lookup/truelinkKey');
    const encrypted = await new CompactEncrypt(new TextEncoder().encode(`${link}::${GIFT_WALLET}`))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
    await member.api.ok('POST /api/wallet/truelink', { body: { link: encrypted } });
  }

  beforeAll(async () => {
    server = await startTestServer();
    ledger = new Ledger(server.database);
    const env = { SANDBOX_URL: server.world.url, SANDBOX_SECRET: SECRET };
    counterparties = await connectCounterparties(readSettings(env), await server.content.get());
    member = await server.members.joinWith(1_000, { game: true, byQr: true });
    const row = await server.database.queries
      .selectFrom('member')
      .select(['id', 'wallet_account'])
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    wallet = row.wallet_account as AccountId;
    memberId = row.id;
    const { bankCode, bankAccountNo, bankAccountName } = member.registration;
    await server.world.control('POST', '/bank/transfer', {
      fromBankCode: bankCode,
      fromAccountNo: bankAccountNo,
      fromName: bankAccountName,
      toAccountNo: OPERATOR_BANK,
      amount: 200,
    });
    await redeemGift(30);
    await server.workOff();
    expect((await member.wallet()).amount).toBe(1_230);
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 300 } });
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 150 } });
    const [payout] = await server.whenDone(async () => {
      const payouts = await server.world.control<PayoutView[]>('GET', '/payouts');
      expect(payouts).toHaveLength(1);
      return payouts;
    });
    await server.world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
    await member.newestBecomes({ statementType: 'withdraw', status: 'SUCCESS' });
    expect(await audit()).toEqual([]);
    await acceptAnyMovement(server.database);
    await run('alter table ledger_transfer disable trigger all');
  });
  afterAll(() => server.stop());

  /** Each plants its fault and returns the subject of the finding. Earlier ones stay. */
  const FAULTS: readonly (readonly [string, string, () => Promise<string>])[] = [
    [
      'a wallet raised by an adjustment',
      'movements have a record',
      () => credit('bonus', 'adjustment', { reason: 'goodwill' }),
    ],
    ['a bonus that names no reason', 'movements have a record', () => credit('bonus', 'bonus', {})],
    [
      'a transfer credited by its slip and again by the feed, under a reference each',
      'bank transfers',
      async () => {
        await credit(`bank:${OPERATOR_BANK}`, 'deposit', { provider: 'SCB', reference: 'of the slip' });
        return `bank:${OPERATOR_BANK} of the slip`;
      },
    ],
    [
      'a transfer given back that arrived at the game after all',
      'game transfers',
      async () => {
        const id = await idOf('game_in');
        await run(`update ledger_transfer set state = 'voided' where id = '${id}'`);
        return id;
      },
    ],
    [
      'a payout given back that the bank has paid',
      'payouts',
      async () => {
        const id = await idOf('withdraw');
        await run(`update ledger_transfer set state = 'voided' where id = '${id}'`);
        return id;
      },
    ],
    [
      'one voucher credited for two spellings',
      'gift links',
      async () => {
        const giftId = await idOf('deposit', `detail ? 'giftId'`);
        await credit('ewallet:0600000022', 'deposit', { provider: 'GIFT', reference: 'gift:x', giftId });
        return giftId;
      },
    ],
    [
      'coins that no deposit earned',
      'coins',
      async () => {
        await run(`update member set coin = coin + 5 where id = '${memberId}'`);
        return memberId;
      },
    ],
    [
      'a bonus set free without its turnover',
      'bonuses ended',
      async () => {
        const [id, creditId] = [newId(), newId()];
        await run(`insert into user_bonus (id, member_id, source, code, state, terms, deposit_amount, bonus_amount,
            credit_id, own_money, position, turnover_needed, activated_at, expires_at, check_at, ended_at)
          values ('${id}', '${memberId}', 'bonus', 'TRIAL', 'cleared', '{}', 0, 5000, '${creditId}', 0, 1, 500000,
            now(), now(), now(), now())`);
        return id;
      },
    ],
    [
      'an entry of the feed that was passed over',
      'bank transfers',
      async () => {
        const where = `detail ? 'fromAccountNo'`;
        const { rows } = await sql<{ reference: string }>`
          select detail ->> 'reference' as reference from ledger_transfer
            where kind = 'deposit' and ${sql.raw(where)}`.execute(server.database.queries);
        await run(`delete from ledger_transfer where kind = 'deposit' and ${where}`);
        return `bank:${OPERATOR_BANK} ${rows[0]?.reference}`;
      },
    ],
  ];

  it.each(FAULTS)('is found: %s', async (_what, check, plant) => {
    const subject = await plant();
    expect((await audit()).map((finding) => [finding.check, finding.subject])).toContainEqual([
      check,
      subject,
    ]);
  });
});
