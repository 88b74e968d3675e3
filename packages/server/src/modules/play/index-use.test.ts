import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { sumPlay } from './repo.ts';

const ROWS = 20_000;
const TABLES = ['ledger_transfer', 'play_time', 'turnover_day', 'turnover_entry'];

describe('among much play of others', () => {
  let database: Database;

  beforeAll(async () => {
    // A single connection, so its scan counters are complete when they are read.
    database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 1, dataDir: '' });
    await migrate(database);
    const { queries } = database;
    for (const table of TABLES)
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(queries);
    await sql`
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at)
        select gen_random_uuid(), case when n % 2 = 0 then 1000000 else 1000 + n % 500 end,
            case when n % 2 = 0 then 1000 + n % 500 else 1000000 end, 100,
            case when n % 2 = 0 then 'deposit' else 'withdraw' end, 'posted', false,
            case when n % 2 = 1 then n end, case when n % 2 = 0 then n end, '{}', now()
          from generate_series(1, ${ROWS}::int) n`.execute(queries);
    await sql`
      insert into play_time (member_id, day, provider, slots)
        select 'm' || n % 500, current_date - n / 500, 'PG', repeat('1', 288)::bit(288)
          from generate_series(1, ${ROWS}::int) n`.execute(queries);
    await sql`
      insert into turnover_entry (provider, reference, member_id, category, game, turnover, win_loss, at)
        select 'PG', n::text, 'm' || n % 500, 'slot', 'g', 100, -50, now() - n * interval '10 seconds'
          from generate_series(1, ${ROWS}::int) n`.execute(queries);
    await sql`
      insert into turnover_day (provider, member_id, category, day, entries, turnover, win_loss)
        select 'PG', 'm' || n % 500, 'slot', current_date - 100 - n / 500, 1, 100, -50
          from generate_series(1, ${ROWS}::int) n`.execute(queries);
    await sql`analyze`.execute(queries);
  });
  afterAll(() => database.close());

  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database.queries);
    const { rows } = await sql<{ relname: string; seq_scan: bigint }>`
      select relname, seq_scan from pg_stat_user_tables where relname = any (${sql.val(TABLES)}::text[])
        order by 1`.execute(database.queries);
    return rows;
  };

  it.each(['day', 'month', 'year'] as const)('my play by %s is read by index', async (by) => {
    const before = await scans();
    expect(before).toHaveLength(TABLES.length);
    const member = { id: 'm2', walletAccount: 1002n as unknown as AccountId };
    const since = new Date(Date.now() - 400 * 24 * 60 * 60_000);
    expect(await sumPlay(database.queries, member, { by, since })).not.toEqual([]);
    expect(await scans()).toEqual(before);
  });
});
