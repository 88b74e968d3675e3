import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { SameMoneyService } from '../modules/suspense/same-money.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { SHELL } from '../testing/staff.ts';
import { filePlace, statementCredit } from '../testing/statement-credits.ts';
import { claimChecks } from './claims.ts';
import { sameMoneyCheck } from './same-money.ts';
import { statementDayCheck } from './statement-days.ts';

const FROM = { bankCode: 'KBANK', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' };
const AT = new Date('2026-05-04T14:03:00+07:00');
const ON = { bookedOn: '2026-05-04' };
const AMOUNT = 100_000n as Minor;

describe('the audit of statement days', () => {
  let database: Database;
  let ledger: Ledger;
  let incoming: IncomingTransfers;
  let wallet: AccountId;
  let accountNo: string;

  beforeAll(async () => {
    database = await postgresDatabase();
    ledger = new Ledger(database);
    incoming = new IncomingTransfers({ database, ledger, logger: createLogger('silent') });
    const account = { code: `member:${newId()}:wallet`, currency: 'BAHT' } as const;
    wallet = await ledger.openMemberAccount(database.queries, account);
  });
  afterEach(async () => {
    await sql`truncate statement_entry, statement_file, incoming_transfer, same_money cascade`.execute(
      database.queries,
    );
  });
  afterAll(() => database.close());

  /** Makes the next transfers those of an account of their own. */
  const nextAccount = (): void => {
    accountNo = newId().replaceAll('-', '');
  };
  const feed = (): Promise<string> =>
    incoming.fromFeed(
      { accountNo, currency: 'BAHT', amount: AMOUNT, at: AT, from: FROM, reference: newId() },
      wallet,
    );
  const slip = async (): Promise<string> => {
    const told = { accountNo, currency: 'BAHT' as const, amount: AMOUNT, at: AT, from: FROM };
    const transfer = { ...told, sendingBank: '004', reference: newId() };
    await incoming.inTurn(transfer, (tx) => incoming.fromSlipIn(tx, transfer, wallet, new Date(0)));
    const { id } = await database.queries
      .selectFrom('incoming_transfer')
      .select('id')
      .where('slip_ref', '=', transfer.reference)
      .executeTakeFirstOrThrow();
    return id;
  };
  const file = (place = filePlace(), series = newId(), payee: AccountId | 'no_member' = wallet) =>
    incoming.fromFile(
      {
        credit: statementCredit({ accountNo, amount: AMOUNT, from: FROM, series, ...ON }),
        currency: 'BAHT',
        noPayment: null,
      },
      place,
      payee,
    );
  /** Books what only one source tells of at an account, and then says that it came to another one. */
  const apart = async (tell: () => Promise<string>): Promise<string> => {
    const to = accountNo;
    nextAccount();
    const id = await tell();
    await sql`update incoming_transfer set account_no = ${to} where id = ${id}`.execute(database.queries);
    await sql`update statement_entry set account_no = ${to} where transfer_id = ${id}`.execute(
      database.queries,
    );
    accountNo = to;
    return id;
  };
  const found = async () => {
    const checks = [
      statementDayCheck(database, new Date(0)),
      sameMoneyCheck(database),
      ...claimChecks(database, new Date()),
    ];
    const all = await Promise.all(checks.map((check) => check.run()));
    return all
      .flat()
      .filter(({ severity }) => severity === 'wrong')
      .map(({ message }) => message);
  };

  it('finds nothing where feed, slips and files tell of the same payments, or a person has decided', async () => {
    nextAccount();
    await feed();
    await file(filePlace('SOUND', 1));
    await slip();
    await file(filePlace('SOUND', 2));
    await file(filePlace('SOUND-AGAIN', 1));
    const repeat = await file(filePlace('SOUND-THIRD', 1));
    const [one] = await database.queries.selectFrom('incoming_transfer').select('id').execute();
    const act = { by: 'anna', reason: 'asked the bank', actor: SHELL };
    await new SameMoneyService({ database, ledger }).settle(repeat, one!.id, act);
    await database.queries
      .insertInto('statement_file')
      .values({
        digest: 'SOUND',
        name: 'day.sta',
        format: 'MT940',
        taken: 2,
        aside: 0,
        keeps_entries: true,
      })
      .execute();
    expect(await found()).toEqual([]);
  });

  const update = (query: ReturnType<typeof sql>) => query.execute(database.queries);

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a payment that the feed and a file told of, credited twice',
      async () => {
        await feed();
        await apart(() => file());
      },
      /alone, and .* by the feed alone/,
    ],
    [
      'a payment that a slip and a file told of, credited twice',
      async () => {
        await slip();
        await apart(() => file());
      },
      /alone, and .* by a slip alone/,
    ],
    [
      'a payment that two files told of, credited twice',
      async () => {
        await file();
        await apart(() => file());
      },
      /are alike/,
    ],
    [
      'a payment of an unknown sender that two files told of, kept twice',
      async () => {
        await file(filePlace(), newId(), 'no_member');
        await apart(() => file(filePlace(), newId(), 'no_member'));
      },
      /are alike/,
    ],
    [
      'two payments of one statement that are credited as one',
      async () => {
        const first = await file(filePlace('FUSED', 1));
        const second = await file(filePlace('FUSED', 2));
        await update(sql`update statement_entry set transfer_id = ${first} where transfer_id = ${second}`);
      },
      /tells of it 2 times/,
    ],
    [
      'a credit that no source told of',
      async () => {
        await file(filePlace('TOLD', 1));
        await update(sql`delete from statement_entry where digest = 'TOLD'`);
      },
      /neither feed, file nor slip/,
    ],
    [
      'an entry that was booked and is gone',
      async () => {
        await file(filePlace('COUNTED', 1));
        const row = { digest: 'COUNTED', name: 'day.sta', format: 'MT940', taken: 2, aside: 1 };
        await database.queries
          .insertInto('statement_file')
          .values({ ...row, keeps_entries: true })
          .execute();
      },
      /booked 2 entries, and 1 are known/,
    ],
    [
      'an entry of another amount than its credit',
      async () => {
        const id = await file();
        await update(sql`update statement_entry set amount = 1 where transfer_id = ${id}`);
      },
      /tells of 1 minor units/,
    ],
    [
      'a transfer of another amount than its credit',
      async () => {
        const id = await file();
        await update(sql`update incoming_transfer set amount = 1 where id = ${id}`);
      },
      /is in the books with 100000/,
    ],
    [
      'two deposits that are said to be each other’s money',
      async () => {
        const [one, other] = [await file(), await file()];
        const act = { by: 'anna', reason: 'asked the bank', actor: SHELL };
        await new SameMoneyService({ database, ledger }).settle(other, one, act);
        await update(
          sql`insert into same_money (deposit_id, credit_id, said_by, reason) values (${one}, ${other}, 'eve', 'none')`,
        );
      },
      /each is said to be the other/,
    ],
  ])('finds %s', async (_name, plant, message) => {
    nextAccount();
    await plant();
    expect(await found()).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});
