import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { HOUR_MS } from '../../kernel/durations.ts';

/** Wrong codes a member may try in an hour. */
const MISSES_AN_HOUR = 10;

/**
 * Records an attempt at a code. A hit and a miss run the same statement, so its duration reveals nothing.
 * @returns 0, or the remaining wait in milliseconds after too many misses; a hit must not be reported then
 *   either
 */
export async function recordAttempt(
  queries: Queries,
  memberId: string,
  isMiss: boolean,
  now: Date,
): Promise<number> {
  const misses = isMiss ? 1 : 0;
  const begin = new Date(now.getTime() - HOUR_MS);
  const { rows } = await sql`
    insert into promotion_miss as m (member_id, since, misses) values (${memberId}, ${now}, ${misses})
      on conflict (member_id) do update set
          since = case when m.since <= ${begin} then excluded.since else m.since end,
          misses = case when m.since <= ${begin} then 0 else m.misses end + excluded.misses
        where m.since <= ${begin} or m.misses < ${MISSES_AN_HOUR}
      returning member_id`.execute(queries);
  return rows.length > 0 ? 0 : remainingWaitMs(queries, memberId, now);
}

/** Returns the milliseconds until an hour after the first miss. */
async function remainingWaitMs(queries: Queries, memberId: string, now: Date): Promise<number> {
  const row = await queries
    .selectFrom('promotion_miss')
    .select('since')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Math.max(1, (row?.since.getTime() ?? 0) + HOUR_MS - now.getTime());
}
