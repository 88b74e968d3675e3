import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isTold } from '../notices/queries.ts';

/** Limits of one round. */
const MOST_AT_ONCE = 500;

/**
 * Tells members whose higher limit can be confirmed now, for a month. Several processes may run it at once: of one limit and time
 * there is one notice.
 */
export class DueLimits {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** @returns true if there may be more */
  async tellDue(): Promise<boolean> {
    const now = this.#clock.now();
    const { rows } = await sql`
      with due as materialized (
        select member_id, concat_ws(' ', kind, period, extract(epoch from pending_from)) as subject
          from protection_limit
          where pending_from between ${now}::timestamptz - interval '30 days' and ${now}::timestamptz
      ), untold as materialized (
        select * from due d
          where not ${isTold(sql`d.member_id`, 'limit', sql`d.subject`)}
          limit ${MOST_AT_ONCE}
      )
      select add_notice(member_id, 'limit', subject, '{}')
        from untold order by member_id, subject`.execute(this.#database.queries);
    return rows.length >= MOST_AT_ONCE;
  }
}
