import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';

/** Most codes a member may name in an hour that are none. */
const MISSES_AN_HOUR = 10;
const HOUR_MS = 3_600_000;

export class PromotionRepo {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Notes an attempt at a code. The same statement for a hit and for a miss: how long it takes tells nothing.
   * @returns 0, or once the member has missed too often how long that lasts, in milliseconds; nothing is to be told
   *   then, of a hit neither
   */
  async mayTry(memberId: string, isMiss: boolean, now: Date): Promise<number> {
    const misses = isMiss ? 1 : 0;
    const begin = new Date(now.getTime() - HOUR_MS);
    const { rows } = await sql`
      insert into promotion_miss as m (member_id, since, misses) values (${memberId}, ${now}, ${misses})
        on conflict (member_id) do update set
            since = case when m.since <= ${begin} then excluded.since else m.since end,
            misses = case when m.since <= ${begin} then 0 else m.misses end + excluded.misses
          where m.since <= ${begin} or m.misses < ${MISSES_AN_HOUR}
        returning member_id`.execute(this.#database.queries);
    return rows.length > 0 ? 0 : this.#waitMs(memberId, now);
  }

  /** How long until the hour of the first miss is over. */
  async #waitMs(memberId: string, now: Date): Promise<number> {
    const row = await this.#database.queries
      .selectFrom('promotion_miss')
      .select('since')
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    return Math.max(1, (row?.since.getTime() ?? 0) + HOUR_MS - now.getTime());
  }
}
