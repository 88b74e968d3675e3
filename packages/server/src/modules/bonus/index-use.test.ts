import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { creditedSince } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import { systemClock } from '../../kernel/clock.ts';
import { acceptAnyMovement } from '../../testing/any-movement.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { findFreshDeposit } from './repo.ts';
import { CreditReader } from './credit.ts';

const TRANSFERS = 20_000;

describe('among many transfers of others', () => {
  let database: Database;
  let wallet: AccountId;

  beforeAll(async () => {
    // A single connection, so its scan counters are complete when they are read.
    database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 1, dataDir: '' });
    await migrate(database);
    await acceptAnyMovement(database);
    const ledger = new Ledger(database);
    wallet = await ledger.openMemberAccount(database.queries, { code: 'one', currency: 'BAHT' });
    await sql`
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at)
        select gen_random_uuid(), 1000000, 1000 + n % 500, 100, 'deposit', 'posted', false, null, n, '{}', now()
          from generate_series(1, ${TRANSFERS}::int) n`.execute(database.queries);
    await sql`analyze`.execute(database.queries);
  });
  afterAll(() => database.close());

  const scans = async (): Promise<bigint> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.queries);
    const { rows } = await sql<{ seq_scan: bigint }>`
      select seq_scan from pg_stat_user_tables where relname = 'ledger_transfer'`.execute(database.queries);
    return rows[0]?.seq_scan ?? 0n;
  };

  it.each<[string, () => Promise<unknown>]>([
    ['the newest deposit', () => findFreshDeposit(database.queries, wallet)],
    ['what was credited since', () => creditedSince(database.queries, wallet, 1n)],
    [
      'all credit',
      () => {
        const games = { activeAccounts: async () => [], balanceHeard: async () => {} };
        const turnover = { catchUp: async () => true };
        const parts = { database, games, providers: new Map(), turnover, clock: systemClock };
        return new CreditReader(parts).read({ id: 'one', walletAccount: wallet });
      },
    ],
  ])('%s of one member is found by index', async (_, find) => {
    const before = await scans();
    await find();
    expect(await scans()).toBe(before);
  });
});
