import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isDatabaseAway } from '../../kernel/database-away.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import { textOfRead, type KeptForm, type RejectedEntries } from '../rejected-entries/service.ts';

/** Number of tries of an entry that the database refuses. */
const MOST_FAILURES = 3;

/**
 * Reads a feed from its cursor, one process at a time. An entry is booked before the cursor moves past it. If
 * a process dies in between, the entry is booked again, which changes nothing. An entry that is invalid or
 * cannot be booked is set aside for staff, and the feed continues behind it.
 */
export class FeedReader<T> {
  readonly #name: string;
  readonly #feed: Pick<Feed<T>, 'read'>;
  readonly #take: (entry: T) => Promise<unknown>;
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #leaseMs: number;
  readonly #rejected: Pick<RejectedEntries, 'add'>;
  /** Number of failures by entry. */
  readonly #failures = new Map<string, number>();

  constructor(parts: {
    name: string;
    feed: Pick<Feed<T>, 'read'>;
    /**
     * Books one entry; safe to repeat. Throws KEY_INVALID when it is booked with another payee, and
     * REQUEST_LIMIT when its turn did not come in time.
     */
    take: (entry: T) => Promise<unknown>;
    /** Stores entries that cannot be booked. */
    rejected: Pick<RejectedEntries, 'add'>;
    database: Database;
    logger: Logger;
    /** Lease of the process that reads a page. Afterwards another process may read it, which is safe. */
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

  /** Reads one page. @returns whether the cursor moved, so more entries may be waiting */
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
        // An entry booked with another amount is set aside. One booked with another payee is skipped, for
        // example when its sender became a member since: reading it again would block the feed for ever.
        if (error instanceof PutAsideError)
          return this.#putAside('read', [{ reason: error.reason, text: textOfRead(entry) }]);
        if (isOtherPayee(error) || (await this.#isGivenUp(entry, error))) return;
        // The entry is not lost: the page is read again from its start.
        this.#logger.error({ err: error, feed: this.#name }, 'feed entry could not be taken in');
        upTo = after;
      });
    }
    await this.#release(after, upTo);
    return upTo !== after;
  }

  /** Sets an entry aside that keeps failing for reasons of its own. @returns whether it did so */
  async #isGivenUp(entry: T, error: unknown): Promise<boolean> {
    if (isDatabaseAway(error) || isBusy(error)) return false;
    const text = textOfRead(entry);
    const failures = (this.#failures.get(text) ?? 0) + 1;
    this.#failures.set(text, failures);
    if (failures < MOST_FAILURES) return false;
    await this.#putAside('read', [{ reason: `could not be taken in: ${String(error)}`, text }]);
    this.#failures.delete(text);
    return true;
  }

  /** Sets entries aside. Runs before the cursor moves past them. */
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

const isOtherPayee = (error: unknown): boolean => error instanceof AppError && error.code === 'KEY_INVALID';

/** True when other entries of the same amount had the turn for too long. The next read has another. */
const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === 'REQUEST_LIMIT';
