import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import { postgresUrl } from '../../testing/databases.ts';

const TRANSFERS = 20_000;

describe('among many transfers of others', () => {
  let database: Database;

  beforeAll(async () => {
    // A single connection, so its scan counters are complete when they are read.
    database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 1, dataDir: '' });
    await migrate(database);
    await sql`alter table ledger_transfer disable trigger user`.execute(database.queries);
    await sql`
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at)
        select gen_random_uuid(), case when n % 2 = 0 then 1000000 else 1000 + n % 500 end,
            case when n % 2 = 0 then 1000 + n % 500 else 1000000 end, 100,
            case when n % 2 = 0 then 'deposit' else 'game_in' end, 'posted', false,
            case when n % 2 = 1 then n end, case when n % 2 = 0 then n end, '{}', now()
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

  it.each(['protection_deposited', 'protection_in_games'])(
    '%s sums one member’s period by index',
    async (name) => {
      const before = await scans();
      await sql`select ${sql.raw(name)}(1002, now() - interval '1 day')`.execute(database.queries);
      expect(await scans()).toBe(before);
    },
  );
});
