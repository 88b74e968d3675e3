import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { ListPlace } from '../../kernel/list-page.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';

/**
 * Form of a stored entry. It determines how the entry is read again. `listed`: as a feed or list has it;
 * `callback`: the body of an authentic callback; `read`: as parsed, by {@link textOfRead}, with amounts in
 * minor units.
 */
export type KeptForm = 'listed' | 'callback' | 'read';

/** Serializes an entry that was already parsed. */
export const textOfRead = (entry: unknown): string =>
  JSON.stringify(entry, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A stored entry of a feed or report that could not be taken in. */
export interface StoredRejection {
  id: string;
  /** Source: `bank`, `ewallet`, `gateway:KBANK`, `turnover:PG`. */
  source: string;
  reason: string;
  /** Form of the stored entry; null when an older version stored it. */
  form: KeptForm | null;
  entry: string;
  createdAt: Date;
  /** Number of retries by staff, and the result of the last one. */
  retries: number;
  lastRetry: string | null;
  /** True while a retry of it runs. */
  isBusy: boolean;
}

/** Why a request about an entry is refused. `failed`: it was tried, and cannot be taken in. */
type RefusedWhy = 'unknown' | 'closed' | 'busy' | 'failed';

/** Subject of acts about an entry. */
export const subjectOfEntry = (id: string): string => `entry ${id}`;

/** The operator's request cannot be fulfilled. The message gives the reason in one line. */
export class RejectedEntryError extends Error {
  override name = 'RejectedEntryError';
  readonly why: RefusedWhy;

  constructor(message: string, why: RefusedWhy = 'failed') {
    super(message);
    this.why = why;
  }
}

const idOfRead = (source: string, text: string): string => derivedId('rejected', source, 'read', text);

/** Stores entries that could not be taken in, for staff to review. The feed continues after them. */
export class RejectedEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Stores rejected entries. The same entry of the same source is stored once.
   * @param place their source, and the form of their texts
   * @param queries the transaction that advances the cursor past them, if there is one
   * @returns the number of new entries
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
          // A parsed text (minor units) can equal the raw text of another entry with a hundred times the
          // amount.
          id: form === 'read' ? idOfRead(source, text) : derivedId('rejected', source, text),
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

  /** Returns when an entry was put aside as it had been read; undefined for one that was not. */
  async putAsideAt(source: string, text: string): Promise<Date | undefined> {
    const row = await this.#database.queries
      .selectFrom('rejected_entry')
      .select('created_at')
      .where('id', '=', idOfRead(source, text))
      .executeTakeFirst();
    return row?.created_at;
  }

  /** Lists the open entries, oldest first: all of them, or a page. */
  async list({ after, most }: Partial<ListPlace> = {}): Promise<StoredRejection[]> {
    const place = after
      ? sql`and (e.created_at, e.id) > (select created_at, id from rejected_entry where id = ${after})`
      : sql``;
    const { rows } = await sql<StoredRejection>`
      select e.id, e.source, e.reason, e.form, e.entry, e.created_at as "createdAt",
          coalesce(r.retries, 0)::int as retries, r.last as "lastRetry", not ${isFree} as "isBusy"
        from rejected_entry e left join lateral (
          select count(*) as retries, (array_agg(outcome order by started_at desc))[1] as last
            from rejected_entry_retry where entry_id = e.id
        ) r on true
        where e.closed_at is null ${place}
        order by e.created_at, e.id limit ${most ?? null}::bigint`.execute(this.#database.queries);
    return rows;
  }

  /** Returns whether a source has an open entry that was stored since a moment. */
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
   * Closes an entry after staff have resolved it, and records it.
   * @throws RejectedEntryError when no entry is open under that id, or a retry of it is running
   */
  async close(id: string, note: string, actor: Actor): Promise<void> {
    const isClosed =
      isUuid(id) &&
      (await this.#database.transaction(async (tx) => {
        const closed = await tx
          .updateTable('rejected_entry')
          .set({ closed_at: sql<Date>`now()`, note })
          .where('id', '=', id)
          .where('closed_at', 'is', null)
          .where(isFree)
          .returning(['source', 'reason'])
          .executeTakeFirst();
        if (!closed) return false;
        const act = { action: 'rejected.close', subject: subjectOfEntry(id), outcome: 'done' } as const;
        await recordAct(tx, {
          actor,
          ...act,
          reason: note,
          before: { source: closed.source, why: closed.reason },
        });
        return true;
      }));
    if (!isClosed) throw await whyNotOpen(this.#database.queries, id);
  }
}

/** True when no retry holds the entry. A dead process holds it until its lease ends. */
export const isFree = sql<boolean>`coalesce(retry_until < now(), true)`;

/** Returns why an entry cannot be claimed. */
export async function whyNotOpen(queries: Queries, id: string): Promise<RejectedEntryError> {
  const entry =
    isUuid(id) &&
    (await queries
      .selectFrom('rejected_entry')
      .select(['closed_at', 'note'])
      .where('id', '=', id)
      .executeTakeFirst());
  if (!entry) return new RejectedEntryError(`no rejected entry has the id ${id}`, 'unknown');
  if (!entry.closed_at)
    return new RejectedEntryError(`the entry ${id} is being tried again at this moment`, 'busy');
  return new RejectedEntryError(
    `the entry ${id} was closed at ${entry.closed_at.toISOString()}: ${entry.note}`,
    'closed',
  );
}
