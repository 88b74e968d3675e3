import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store.ts';
import { Batcher } from '../../kernel/batcher.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import type { TurnoverRepo } from './repo.ts';
import type { TurnoverListener } from './types.ts';

export type { Played } from './types.ts';

/** Pages read in a row before the others get their turn, or a request is told that it takes too long. */
const PAGES_AT_ONCE = 20;
/** Who may share a reading: everybody. */
const MOST_ASKING = 10_000;

/**
 * Reads what was played from every provider's report, in its order, and tells the listeners of each entry
 * once. The position moves in the transaction that takes a page in, so neither a killed process nor a
 * second one beside it loses an entry or tells of one twice.
 */
export class TurnoverService {
  readonly #repo: TurnoverRepo;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #content: ContentStore;
  readonly #listeners: readonly TurnoverListener[];
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #leaseMs: number;
  readonly #pauseMs: number;
  readonly #readings = new Map<string, Batcher<void, boolean>>();

  constructor(parts: {
    repo: TurnoverRepo;
    providers: ReadonlyMap<string, GameProvider>;
    content: ContentStore;
    listeners: readonly TurnoverListener[];
    clock: Clock;
    logger: Logger;
    /** How long a report is left to the process that reads it; after that another may, to no harm. */
    leaseMs: number;
    /** How long after a report was read to its end it is read again. */
    pauseMs: number;
  }) {
    this.#repo = parts.repo;
    this.#providers = parts.providers;
    this.#content = parts.content;
    this.#listeners = parts.listeners;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.#leaseMs = parts.leaseMs;
    this.#pauseMs = parts.pauseMs;
  }

  /** One round of the worker: a turn for every provider that anybody plays at. */
  async readReports(): Promise<boolean> {
    const codes = await this.#repo.playedAt([...this.#providers.keys()]);
    const more = await Promise.all(
      codes.map((code) =>
        this.#readLeased(code).catch((error: unknown) => {
          // One report that cannot be taken in keeps no other waiting.
          this.#logger.error({ err: error, provider: code }, 'turnover could not be taken in');
          return false;
        }),
      ),
    );
    return more.includes(true);
  }

  /**
   * Takes in all that a provider has to report now. Those who ask while a report is being read share the next reading.
   * @returns false when it does not say, or has too much to say: what was played is not known
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
      const { cursor } = await this.#repo.position(code);
      const read = await this.#readPage(code, cursor);
      if (read === 'end') return true;
      if (read === 'silent') return false;
    }
    return false;
  }

  /**
   * Whether the provider's report, read up to now, has anything of the member's since then; in doubt it has.
   * @returns undefined when the report does not answer
   */
  async hasPlayedSince(code: string, memberId: string, since: Date): Promise<boolean | undefined> {
    if (!(await this.catchUp(code))) return undefined;
    return this.#repo.hasPlayedSince(code, memberId, since);
  }

  async #readLeased(code: string): Promise<boolean> {
    const leased = await this.#repo.lease(code, this.#leaseMs);
    if (!leased) return false;
    const beganAt = this.#clock.now();
    const read = await this.#readPage(code, leased.cursor);
    await this.#repo.release(code, read === 'more' ? 0 : this.#pauseMs, read === 'end' ? beganAt : undefined);
    return read === 'more';
  }

  /** `more`: there are further entries, or somebody else was faster. */
  async #readPage(code: string, cursor: string | null): Promise<'end' | 'more' | 'silent'> {
    const page = await this.#providers.get(code)?.turnoverSince(cursor);
    if (page?.outcome !== 'done') {
      this.#logger.warn({ provider: code, reason: page?.reason }, 'turnover report does not answer');
      return 'silent';
    }
    const { entries, cursor: next, hasMore } = page.value;
    if (next === cursor && entries.length === 0) return 'end';
    const provider = (await this.#content.get()).providers.find((known) => known.code === code);
    if (!provider) return 'silent';
    const taken = await this.#repo.transaction(async (tx) => {
      if (!(await this.#repo.advance(tx, code, cursor, next))) return undefined;
      const kept = await this.#repo.keep(tx, provider, entries);
      if (kept.played.length > 0) for (const hear of this.#listeners) await hear(tx, kept.played);
      return kept;
    });
    if (taken && taken.strangers > 0) {
      this.#logger.warn(
        { provider: code, entries: taken.strangers },
        'turnover of players that are not ours',
      );
    }
    return taken && !hasMore ? 'end' : 'more';
  }
}
