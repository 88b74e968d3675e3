import { sql } from 'kysely';

/** All reported turnover: the entries that are kept, and older ones summed by day. */
export const played = sql`
  select provider, member_id, turnover, win_loss from turnover_entry
  union all
  select provider, member_id, turnover, win_loss from turnover_day`;
