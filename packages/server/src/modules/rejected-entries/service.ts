import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { RejectedEntry } from '../../ports/listing.ts';

/** An entry of a feed or report that was put aside. */
export interface StoredRejection {
  id: string;
  /** Where it was read: `bank`, `ewallet`, `gateway:KBANK`, `turnover:PG`. */
  source: string;
  reason: string;
  /** As it was sent. */
  entry: string;
  createdAt: Date;
}

/** What an operator asked for cannot be done; the message says why in one line. */
export class RejectedEntryError extends Error {
  override name = 'RejectedEntryError';
}

/** Entries that could not be taken in. They are kept for a person, and the feed goes on behind them. */
export class RejectedEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Puts entries aside; the same entry of the same source again is the same one.
   * @param queries the transaction that moves past them, if there is one
   * @returns how many are new
   */
  async add(
    source: string,
    entries: readonly RejectedEntry[],
    queries: Queries = this.#database.queries,
  ): Promise<number> {
    if (entries.length === 0) return 0;
    const rows = await queries
      .insertInto('rejected_entry')
      .values(
        entries.map(({ reason, text }) => ({
          id: derivedId('rejected', source, text),
          source,
          reason,
          entry: text,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    return rows.length;
  }

  /** Those that nobody has closed, oldest first. */
  async list(): Promise<StoredRejection[]> {
    return this.#database.queries
      .selectFrom('rejected_entry')
      .select(['id', 'source', 'reason', 'entry', 'created_at as createdAt'])
      .where('closed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** Whether a source has an entry that nobody has closed, put aside since a moment. */
  async hasOpenSince(source: string, since: Date): Promise<boolean> {
    const row = await this.#database.queries
      .selectFrom('rejected_entry')
      .select('id')
      .where('source', '=', source)
      .where('closed_at', 'is', null)
      .where('created_at', '>=', since)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Closes one, once a person has found out what it was.
   * @throws RejectedEntryError when none is open under that id
   */
  async close(id: string, note: string): Promise<void> {
    const closed =
      isUuid(id) &&
      (await this.#database.queries
        .updateTable('rejected_entry')
        .set({ closed_at: sql<Date>`now()`, note })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .returning('id')
        .executeTakeFirst());
    if (!closed) throw new RejectedEntryError(`no rejected entry has the id ${id}`);
  }
}
