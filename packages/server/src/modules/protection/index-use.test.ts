import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import { LIST_PAGE } from '../../kernel/list-page.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { readMember } from '../members/read.ts';
import { listMembers } from '../members/search.ts';
import { listChanges, listStopped } from './staff-reads.ts';

const TRANSFERS = 20_000;
const STOPPED = 20_000;

describe('among many', () => {
  let database: Database;

  beforeAll(async () => {
    // A single connection, so its scan counters are complete when they are read.
    database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 1, dataDir: '' });
    await migrate(database);
    // Rows that refer to nothing, and cost no triggers.
    await sql`set session_replication_role = replica`.execute(database.queries);
    await sql`
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at)
        select gen_random_uuid(), case when n % 2 = 0 then 1000000 else 1000 + n % 500 end,
            case when n % 2 = 0 then 1000 + n % 500 else 1000000 end, 100,
            case when n % 2 = 0 then 'deposit' else 'game_in' end, 'posted', false,
            case when n % 2 = 1 then n end, case when n % 2 = 0 then n end, '{}', now()
          from generate_series(1, ${TRANSFERS}::int) n`.execute(database.queries);
    // A third is on a break, a third is excluded, and a third is coming back; most of each has ended or is far away.
    await sql`
      insert into protection (member_id, wallet_account, held_account, break_until, excluded_at, exclusion_until,
          exclusion_ends_at)
        select 'member' || n, 2 * n, 2 * n + 1, case when n % 3 = 0 then at end, case when n % 3 > 0 then at end,
            case when n % 3 = 2 then at end, case when n % 3 = 2 then at end
          from generate_series(1, ${STOPPED}::int) n,
            lateral (select now() + (n - ${STOPPED}::int / 2) * interval '1 minute') t (at)`.execute(
      database.queries,
    );
    await sql`
      insert into ledger_account (id, code, currency, house) overriding system value
        select n, 'account ' || n, 'BAHT', false from generate_series(2, 2 * ${STOPPED}::int + 1) n`.execute(
      database.queries,
    );
    await sql`
      insert into member (id, username, name, password_hash, source_code, invite_code, bank_code, bank_account_name,
          bank_account_no, currency, wallet_account)
        select 'member' || n, n::text, 'Somsri ' || n, '', '', n::text, 'SCB', 'SOMSRI', n::text, 'BAHT', 2 * n
          from generate_series(1, ${STOPPED}::int) n`.execute(database.queries);
    await sql`
      insert into protection_change (member_id, made_at, what, detail)
        select 'member' || n % 2000, now(), case n % 2 when 0 then 'break' else 'review' end, '{}'
          from generate_series(1, ${STOPPED}::int) n`.execute(database.queries);
    await sql`set session_replication_role = origin`.execute(database.queries);
    await sql`analyze`.execute(database.queries);
  });
  afterAll(() => database.close());

  /** Returns the full scans of tables until now. */
  const scans = async (...tables: string[]): Promise<bigint> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.queries);
    const { rows } = await sql<{ scans: bigint }>`
      select sum(seq_scan)::bigint as scans from pg_stat_user_tables
        where relname = any(${sql.val(tables)}::text[])`.execute(database.queries);
    return rows[0]?.scans ?? 0n;
  };

  it.each(['protection_deposited', 'protection_in_games'])(
    'transfers, %s sums one member’s period by index',
    async (name) => {
      const before = await scans('ledger_transfer');
      await sql`select ${sql.raw(name)}(1002, now() - interval '1 day')`.execute(database.queries);
      expect(await scans('ledger_transfer')).toBe(before);
    },
  );

  it.each(['breaks', 'exclusions', 'returning'] as const)(
    'stopped members, a page of %s is read by index',
    async (list) => {
      const staff = { permissions: ['members.reveal'] } as unknown as StaffCaller;
      const now = new Date();
      const before = await scans('protection', 'protection_change');
      const after = `${now.getTime() + 60_000}:member5`;
      for (const place of [undefined, after]) {
        const { items } = await listStopped(database.queries, staff, { list, after: place, now });
        expect(items).toHaveLength(LIST_PAGE);
      }
      expect(await scans('protection', 'protection_change')).toBe(before);
    },
  );

  it('members, the state of each that is listed is read by index', async () => {
    const before = await scans('protection');
    const place = { after: undefined, most: LIST_PAGE };
    expect(await listMembers(database.queries, place, new Date())).toHaveLength(LIST_PAGE);
    expect((await readMember(database.queries, 'member7', new Date()))?.stopped).not.toBeNull();
    expect(await scans('protection')).toBe(before);
  });

  it('changes, a page of one member’s is read by index', async () => {
    const before = await scans('protection_change');
    await listChanges(database.queries, 'member7', undefined);
    await listChanges(database.queries, 'member7', '5000');
    expect(await scans('protection_change')).toBe(before);
  });
});
