import { sql } from 'kysely';
import type { Queries, Tx } from '../database/open.ts';

/**
 * Returns how many connections of a test's database wait for a lock. `pg_locks` alone shows those of all tests: they
 * share one PostgreSQL, and tables of databases from one template have the same ids.
 */
export async function countLockWaits(queries: Queries | Tx): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(queries);
  return rows.length;
}
