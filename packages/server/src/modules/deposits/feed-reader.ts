import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isDatabaseAway } from '../../kernel/database-away.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { OTHER_AMOUNT, OtherAmountError } from '../arrivals/service.ts';
import { textOfRead, type KeptForm, type RejectedEntries } from '../rejected-entries/service.ts';

/** So often an entry is tried that the database does not take. */
const MOST_FAILURES = 3;

/**
 * Reads a feed from where it was left, one process at a time. An entry is taken in before the cursor
 * moves past it, so a process that dies in between leaves it to be taken in again, which changes nothing. An entry
 * that makes no sense, or that cannot be taken in, is put aside for a person, and the feed goes on behind it.
 */
export class FeedReader<T> {
  readonly #name: string;
  readonly #feed: Pick<Feed<T>, 'read'>;
  readonly #take: (entry: T) => Promise<void>;
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #leaseMs: number;
  readonly #rejected: Pick<RejectedEntries, 'add'>;
  /** How often an entry could not be taken in, by the entry. */
  readonly #failures = new Map<string, number>();

  constructor(parts: {
    name: string;
    feed: Pick<Feed<T>, 'read'>;
    /** Takes one entry in; safe to repeat. An AppError says that it is in the books otherwise. */
    take: (entry: T) => Promise<void>;
    /** Keeps what cannot be taken in. */
    rejected: Pick<RejectedEntries, 'add'>;
    database: Database;
    logger: Logger;
    /** How long a page is left to the process that reads it; after that another may, to no harm. */
    leaseMs: number;
  }) {
    this.#name = parts.name;
    this.#feed = parts.feed;
    this.#take = parts.take;
    this.#database = parts.database;
    this.#logger = parts.logger;
    this.#leaseMs = parts.leaseMs;
    this.#rejected = parts.rejected;
  }

  /** Reads one page. @returns whether there was anything, so that more may be waiting */
  async readPage(): Promise<boolean> {
    const after = await this.#lease();
    if (after === undefined) return false;
    const page = await this.#feed.read(after);
    if (page.outcome !== 'done') {
      this.#logger.warn({ feed: this.#name, reason: page.reason }, 'feed does not answer');
      await this.#release(after, after);
      return false;
    }
    let upTo = page.value.next;
    await this.#putAside('listed', page.value.rejected);
    for (const entry of page.value.entries) {
      await this.#take(entry).catch(async (error: unknown) => {
        // In the books already with another payee: its sender became a member since, say. Reading it again
        // would not change that, and would hold up everything behind it for ever.
        if (error instanceof OtherAmountError)
          return this.#putAside('read', [{ reason: OTHER_AMOUNT, text: textOfRead(entry) }]);
        if (error instanceof AppError || (await this.#isGivenUp(entry, error))) return;
        // Not lost: the page is read again from its start.
        this.#logger.error({ err: error, feed: this.#name }, 'feed entry could not be taken in');
        upTo = after;
      });
    }
    await this.#release(after, upTo);
    return upTo !== after;
  }

  /** Whether an entry is put aside: it has failed again and again by itself, which one more page would not change. */
  async #isGivenUp(entry: T, error: unknown): Promise<boolean> {
    if (isDatabaseAway(error)) return false;
    const text = textOfRead(entry);
    const failures = (this.#failures.get(text) ?? 0) + 1;
    this.#failures.set(text, failures);
    if (failures < MOST_FAILURES) return false;
    await this.#putAside('read', [{ reason: `could not be taken in: ${String(error)}`, text }]);
    this.#failures.delete(text);
    return true;
  }

  /** Before the cursor moves past them. */
  async #putAside(form: KeptForm, entries: readonly RejectedEntry[]): Promise<void> {
    const added = await this.#rejected.add({ source: this.#name, form }, entries);
    if (added > 0) this.#logger.error({ feed: this.#name, added }, 'feed entries put aside');
  }

  async #lease(): Promise<string | undefined> {
    const { rows } = await sql<{ cursor: string }>`
      insert into feed as f (name, leased_until) values (${this.#name}, now() + ${this.#leaseMs} * interval '1 millisecond')
        on conflict (name) do update set leased_until = excluded.leased_until where f.leased_until < now()
        returning cursor`.execute(this.#database.queries);
    return rows[0]?.cursor;
  }

  async #release(from: string, to: string): Promise<void> {
    await this.#database.queries
      .updateTable('feed')
      .set({ cursor: to, leased_until: sql<Date>`'-infinity'` })
      .where('name', '=', this.#name)
      .where('cursor', '=', from)
      .execute();
  }
}
