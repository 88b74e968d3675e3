import { sql } from 'kysely';

/** All that providers have reported: the entries that are kept, and the older ones added up by day. */
export const played = sql`
  select provider, member_id, turnover, win_loss from turnover_entry
  union all
  select provider, member_id, turnover, win_loss from turnover_day`;
