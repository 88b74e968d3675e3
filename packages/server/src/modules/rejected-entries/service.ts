import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { RejectedEntry } from '../../ports/listing.ts';

/**
 * In which form an entry is kept, which says how it is read again. `listed`: as a feed or list has it; `callback`: the
 * body of an authentic callback; `read`: as it was read, by {@link textOfRead}, with amounts in minor units.
 */
export type KeptForm = 'listed' | 'callback' | 'read';

/** The text of an entry that had been read. */
export const textOfRead = (entry: unknown): string =>
  JSON.stringify(entry, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** An entry of a feed or report that was put aside. */
export interface StoredRejection {
  id: string;
  /** Where it was read: `bank`, `ewallet`, `gateway:KBANK`, `turnover:PG`. */
  source: string;
  reason: string;
  /** In which form the entry is kept; null where an older version kept it. */
  form: KeptForm | null;
  entry: string;
  createdAt: Date;
  /** How often staff had it tried again, and what came of the last time. */
  retries: number;
  lastRetry: string | null;
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
   * @param place where they were read, and the form of their texts
   * @param queries the transaction that moves past them, if there is one
   * @returns how many are new
   */
  async add(
    { source, form }: { source: string; form: KeptForm },
    entries: readonly RejectedEntry[],
    queries: Queries = this.#database.queries,
  ): Promise<number> {
    if (entries.length === 0) return 0;
    const rows = await queries
      .insertInto('rejected_entry')
      .values(
        entries.map(({ reason, text }) => ({
          // A text that was read may be another's as it was sent, of a hundred times the amount.
          id:
            form === 'read' ? derivedId('rejected', source, form, text) : derivedId('rejected', source, text),
          source,
          form,
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
    const { rows } = await sql<StoredRejection>`
      select e.id, e.source, e.reason, e.form, e.entry, e.created_at as "createdAt",
          coalesce(r.retries, 0)::int as retries, r.last as "lastRetry"
        from rejected_entry e left join lateral (
          select count(*) as retries, (array_agg(outcome order by started_at desc))[1] as last
            from rejected_entry_retry where entry_id = e.id
        ) r on true
        where e.closed_at is null
        order by e.created_at, e.id`.execute(this.#database.queries);
    return rows;
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
   * @throws RejectedEntryError when none is open under that id, or it is being tried again
   */
  async close(id: string, note: string): Promise<void> {
    const closed =
      isUuid(id) &&
      (await this.#database.queries
        .updateTable('rejected_entry')
        .set({ closed_at: sql<Date>`now()`, note })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .where(isFree)
        .returning('id')
        .executeTakeFirst());
    if (!closed) throw await whyNotOpen(this.#database, id);
  }
}

/** Whether no retry has an entry. A process that died has it until its time is over. */
export const isFree = sql<boolean>`coalesce(retry_until < now(), true)`;

/** Why an entry cannot be taken up. */
export async function whyNotOpen(database: Database, id: string): Promise<RejectedEntryError> {
  const entry =
    isUuid(id) &&
    (await database.queries
      .selectFrom('rejected_entry')
      .select(['closed_at', 'note'])
      .where('id', '=', id)
      .executeTakeFirst());
  if (!entry) return new RejectedEntryError(`no rejected entry has the id ${id}`);
  if (!entry.closed_at) return new RejectedEntryError(`the entry ${id} is being tried again at this moment`);
  return new RejectedEntryError(
    `the entry ${id} was closed at ${entry.closed_at.toISOString()}: ${entry.note}`,
  );
}
