import type { Logger } from 'pino';
import type { Content, Provider } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { Batcher } from '../../kernel/batcher.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { GameProvider, TurnoverEntry } from '../../ports/game-provider.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { textOfRead, type RejectedEntries } from '../rejected-entries/service.ts';
import {
  addEntries,
  advancePosition,
  findPosition,
  hasPlayedSince,
  leaseReport,
  listDueReports,
  releaseReport,
} from './repo.ts';
import type { TurnoverListener } from './types.ts';

export type { Played } from './types.ts';

/** Pages read in a row before other reports get their turn, or before a request gives up. */
const PAGES_AT_ONCE = 20;
/** Maximum number of callers that share a reading, in effect unlimited. */
const MOST_ASKING = 10_000;

/** A provider's report and its position. */
interface Source {
  provider: Provider;
  content: Content;
  cursor: string | null;
}

/** Data recorded in one transaction, and the report's position after it. */
interface Part {
  entries: readonly TurnoverEntry[];
  rejected: readonly RejectedEntry[];
  /** Readable entries that the database rejects. */
  untaken: readonly RejectedEntry[];
  next: string | null;
}

/** Returns the source name of rejected entries from a provider's report. */
const sourceOf = (code: string): string => `turnover:${code}`;

/** Returns whether the database rejected data for its content, constraints or size. */
const isFaultOfData = (error: unknown): boolean =>
  /^(2[23]|54)/.test(String((error as { code?: unknown }).code));

/**
 * Reads each provider's report in order and passes each entry to the listeners once. The position advances in
 * the transaction that records a page. So neither a crash nor a concurrent process loses an entry or reports
 * one twice.
 */
export class TurnoverService implements LaneSource {
  readonly #database: Database;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #content: ContentStore;
  readonly #listeners: TurnoverListener[] = [];
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #rejected: Pick<RejectedEntries, 'add' | 'hasOpenSince'>;
  readonly #leaseMs: number;
  readonly #pauseMs: number;
  readonly #readings = new Map<string, Batcher<void, boolean>>();

  constructor(parts: {
    database: Database;
    providers: ReadonlyMap<string, GameProvider>;
    content: ContentStore;
    clock: Clock;
    /** Stores entries that cannot be taken in. */
    rejected: Pick<RejectedEntries, 'add' | 'hasOpenSince'>;
    logger: Logger;
    /** Lease of a report. A second reader after it does no harm. */
    leaseMs: number;
    /** Pause between a complete reading of a report and the next. */
    pauseMs: number;
  }) {
    this.#database = parts.database;
    this.#providers = parts.providers;
    this.#content = parts.content;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.#rejected = parts.rejected;
    this.#leaseMs = parts.leaseMs;
    this.#pauseMs = parts.pauseMs;
  }

  /**
   * Registers a listener for new play, after those registered before. Register all of them before the first
   * report is read: a listener gets each entry once, and none from before it.
   */
  onPlayed(listener: TurnoverListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Lists the providers with due reports; some report nothing. Each has its own lane, so a slow or unreadable report delays no
   * other.
   */
  dueLanes(): Promise<string[]> {
    const reporting = [...this.#providers].filter(([, port]) => port.reportsPlay !== false);
    return listDueReports(
      this.#database.queries,
      reporting.map(([code]) => code),
    );
  }

  /** Takes one page of each report. When another process holds the lease, the page is not read here. */
  take(rooms: readonly Room[]): Promise<Taken[]> {
    return Promise.resolve(rooms.map(({ lane }) => ({ lane, run: () => this.#readLeased(lane) })));
  }

  /**
   * Records everything a provider has to report now. Concurrent callers share the next reading.
   * @returns false when the report does not answer or is too long: the play is not known
   */
  catchUp(code: string): Promise<boolean> {
    const readings =
      this.#readings.get(code) ??
      new Batcher<void, boolean>(async (asking) => {
        const isKnown = await this.#readToEnd(code);
        return asking.map(() => isKnown);
      }, MOST_ASKING);
    this.#readings.set(code, readings);
    return readings.submit();
  }

  async #readToEnd(code: string): Promise<boolean> {
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const { cursor } = await findPosition(this.#database.queries, code);
      const read = await this.#readPage(code, cursor);
      if (read === 'end') return true;
      if (read === 'silent') return false;
    }
    return false;
  }

  /**
   * Returns whether the provider's report, read up to now, has play of the member since then; true when in
   * doubt.
   * @returns undefined when the report does not answer
   */
  async hasPlayedSince(code: string, memberId: string, since: Date): Promise<boolean | undefined> {
    if (!(await this.catchUp(code))) return undefined;
    if (await this.#rejected.hasOpenSince(sourceOf(code), since)) return true;
    return hasPlayedSince(this.#database.queries, code, memberId, since);
  }

  async #readLeased(code: string): Promise<boolean> {
    const leased = await leaseReport(this.#database.queries, code, this.#leaseMs);
    if (!leased) return false;
    const beganAt = this.#clock.now();
    const read = await this.#readPage(code, leased.cursor);
    const pauseMs = read === 'more' ? 0 : this.#pauseMs;
    await releaseReport(this.#database.queries, code, pauseMs, read === 'end' ? beganAt : undefined);
    return read === 'more';
  }

  /** `more`: there are further entries, or another process was faster. */
  async #readPage(code: string, cursor: string | null): Promise<'end' | 'more' | 'silent'> {
    const page = await this.#providers.get(code)?.turnoverSince(cursor);
    if (page?.outcome !== 'done') {
      this.#logger.warn({ provider: code, reason: page?.reason }, 'turnover report does not answer');
      return 'silent';
    }
    const { entries, rejected, cursor: next, hasMore } = page.value;
    if (next === cursor && entries.length === 0 && rejected.length === 0) return 'end';
    const content = await this.#content.get();
    const provider = content.providers.find((known) => known.code === code);
    if (!provider) return 'silent';
    const source = { provider, content, cursor };
    const taken = await this.#takeIn(source, { entries, rejected, untaken: [], next }).catch(
      async (error: unknown) => {
        if (!isFaultOfData(error)) throw error;
        // The entries are recorded one by one to find those the database rejects. The position advances at
        // the end.
        const untaken: RejectedEntry[] = [];
        for (const entry of entries) {
          await this.#takeIn(source, { entries: [entry], rejected: [], untaken: [], next: cursor }).catch(
            (fault: unknown) => {
              if (!isFaultOfData(fault)) throw fault;
              untaken.push({ reason: `could not be taken in: ${String(fault)}`, text: textOfRead(entry) });
            },
          );
        }
        return this.#takeIn(source, { entries: [], rejected, untaken, next });
      },
    );
    if (taken && taken.strangers > 0) {
      this.#logger.warn(
        { provider: code, entries: taken.strangers },
        'turnover of players that are not ours',
      );
    }
    return taken && !hasMore ? 'end' : 'more';
  }

  /** @returns undefined when another process has advanced the position meanwhile */
  #takeIn({ provider, content, cursor }: Source, { entries, rejected, untaken, next }: Part) {
    return this.#database.transaction(async (tx) => {
      if (!(await advancePosition(tx, provider.code, cursor, next))) return undefined;
      const kept = await addEntries(tx, provider, entries);
      if (kept.played.length > 0) for (const hear of this.#listeners) await hear(tx, kept.played, content);
      const name = sourceOf(provider.code);
      const added =
        (await this.#rejected.add({ source: name, form: 'listed' }, rejected, tx)) +
        (await this.#rejected.add({ source: name, form: 'read' }, untaken, tx));
      if (added > 0) this.#logger.error({ provider: provider.code, added }, 'turnover entries put aside');
      return kept;
    });
  }
}
