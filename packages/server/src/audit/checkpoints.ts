import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** Positions up to which feeds are fully compared, stored for the next audit. */
export class Checkpoints {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns the cursor to continue from; the feed's beginning before the first audit */
  async read(feed: string): Promise<string> {
    const row = await this.#database.queries
      .selectFrom('audit_checkpoint')
      .select('cursor')
      .where('feed', '=', feed)
      .executeTakeFirst();
    return row?.cursor ?? '';
  }

  async write(feed: string, cursor: string): Promise<void> {
    await this.#database.queries
      .insertInto('audit_checkpoint')
      .values({ feed, cursor })
      .onConflict((conflict) => conflict.column('feed').doUpdateSet({ cursor, written_at: sql<Date>`now()` }))
      .execute();
  }
}
