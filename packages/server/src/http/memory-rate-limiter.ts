import type { Clock } from '../kernel/clock.ts';
import type { Limiter } from '../kernel/limiter.ts';
import type { LimitName } from '../kernel/limits.ts';

/** Most callers in memory per process; beyond it, the oldest one is dropped. */
const MOST_KEYS = 50_000;
/** A caller who makes this part of the limit (one over this number) is shared with the other processes. */
const SHARE = 16;

interface Count {
  name: LimitName;
  key: string;
  window: number;
  /** Calls in this process, in the window. */
  own: number;
  /** Calls of this process that have been shared. */
  told: number;
  /** Calls of the other processes. */
  others: number;
}

/**
 * High-volume calls are counted in memory. Counts of frequent callers are added to the shared table about
 * once a second. Processes thus count together: each lets through at most a sixteenth of the limit plus one
 * second's calls too many.
 */
export class MemoryRateLimiter {
  readonly #limiter: Limiter;
  readonly #clock: Clock;
  readonly #mostKeys: number;
  readonly #counts = new Map<string, Count>();
  readonly #untold = new Set<Count>();

  constructor(parts: { limiter: Limiter; clock: Clock; mostKeys?: number }) {
    this.#limiter = parts.limiter;
    this.#clock = parts.clock;
    this.#mostKeys = parts.mostKeys ?? MOST_KEYS;
  }

  /** Number of callers in memory. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a call. @throws AppError REQUEST_LIMIT */
  hit(name: LimitName, key: string): void {
    this.assertLeft(name, key);
    this.note(name, key);
  }

  /** Passes while a limit is not used up, without counting. @throws AppError REQUEST_LIMIT */
  assertLeft(name: LimitName, key: string): void {
    const waitMs = this.waitMs(name, key);
    if (waitMs > 0) throw this.#limiter.refusal(name, waitMs);
  }

  /** Returns the time until the limit passes again; 0 if it passes now. */
  waitMs(name: LimitName, key: string): number {
    const { points } = this.#limiter.limits[name];
    const { window, restMs } = this.#windowOf(name);
    const count = this.#counts.get(`${name} ${key}`);
    return count?.window === window && count.own + count.others >= points ? restMs : 0;
  }

  /** Counts without a decision. */
  note(name: LimitName, key: string): void {
    const count = this.#countOf(name, key, this.#windowOf(name).window);
    count.own += 1;
    const { points } = this.#limiter.limits[name];
    if (count.own - count.told >= Math.ceil(points / SHARE)) this.#untold.add(count);
  }

  /** Shares counts with the other processes, both ways. @returns false: there is no further batch */
  async exchange(): Promise<boolean> {
    for (const count of Array.from(this.#untold)) {
      const news = count.own - count.told;
      const total = await this.#limiter.add(count.name, `${count.key} ${count.window}`, news);
      // Removed only now: a count that the database did not accept is shared once it is back.
      this.#untold.delete(count);
      count.told += news;
      count.others = Math.max(0, total - count.told);
    }
    return false;
  }

  #windowOf(name: LimitName): { window: number; restMs: number } {
    const windowMs = this.#limiter.limits[name].seconds * 1_000;
    const nowMs = this.#clock.now().getTime();
    const window = Math.floor(nowMs / windowMs);
    return { window, restMs: (window + 1) * windowMs - nowMs };
  }

  #countOf(name: LimitName, key: string, window: number): Count {
    const id = `${name} ${key}`;
    const known = this.#counts.get(id);
    if (known?.window === window) return known;
    // New entries are last, so that the first one is the oldest.
    this.#counts.delete(id);
    const count = { name, key, window, own: 0, told: 0, others: 0 };
    this.#counts.set(id, count);
    if (this.#counts.size > this.#mostKeys) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    return count;
  }
}
