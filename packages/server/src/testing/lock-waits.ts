import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Queries, Tx } from '../database/open.ts';
import { eventually } from './eventually.ts';

/**
 * Returns how many connections of a test's database wait for a lock. `pg_locks` alone shows those of all tests: they
 * share one PostgreSQL, and tables of databases from one template have the same ids.
 */
export async function countLockWaits(queries: Queries | Tx): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(queries);
  return rows.length;
}

/** Waits until that many connections wait for a lock. Only PostgreSQL knows, so it is asked again and again. */
export const untilLockWaits = (queries: Queries | Tx, count = 1): Promise<void> =>
  eventually(async () => expect(await countLockWaits(queries)).toBeGreaterThanOrEqual(count));

/** Waits until a call is over, or that many connections wait for a lock. @returns whether the call is over */
export async function isOverBefore(
  queries: Queries | Tx,
  call: Promise<unknown>,
  count = 1,
): Promise<boolean> {
  let isOver = false;
  const end = () => (isOver = true);
  call.then(end, end);
  await eventually(async () => expect(isOver || (await countLockWaits(queries)) >= count).toBe(true));
  return isOver;
}
