import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';

/* Reads of the providers' reports for other modules. Constants are subqueries of their statements. */

/** Wins less losses of each member at each provider, as far as its report has been read. */
export const winLossTotals = sql`(select member_id, provider, win_loss from turnover_total)`;

/** Time up to which each provider's report has been read. */
export const reportTimes = sql`(select provider, read_at from turnover_cursor)`;

/** Returns a member's wins less losses at those of some providers that have reported play. */
export async function winLossAt(
  queries: Queries,
  memberId: string,
  providers: readonly string[],
): Promise<ReadonlyMap<string, Minor>> {
  const rows = await queries
    .selectFrom('turnover_total')
    .select(['provider', 'win_loss'])
    .where('member_id', '=', memberId)
    .where('provider', 'in', providers)
    .execute();
  return new Map(rows.map((row) => [row.provider, row.win_loss as Minor]));
}

/** A member's stakes and what they won or lost, by day in Bangkok and provider. Old entries are summed by day. */
export const playedSince = (memberId: string, since: Date) => sql`(
  select (at at time zone 'Asia/Bangkok')::date as day, provider, turnover, win_loss from turnover_entry
    where member_id = ${memberId} and at >= ${since}
  union all
  select day, provider, turnover, win_loss from turnover_day
    where member_id = ${memberId} and day >= (${since}::timestamptz at time zone 'Asia/Bangkok')::date)`;
