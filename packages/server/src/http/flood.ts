import type { Clock } from '../kernel/clock.ts';
import type { Limiter } from '../kernel/limiter.ts';
import type { LimitName } from '../kernel/limits.ts';

/** Whom a process remembers at a time; of more than so many, whoever came first is forgotten. */
const MOST_KEYS = 50_000;
/** Who made this part of their calls since the last word is worth a word to the other processes. */
const SHARE = 16;

interface Count {
  name: LimitName;
  key: string;
  window: number;
  /** Here, in the window. */
  own: number;
  /** Of these, what the other processes have been told of. */
  told: number;
  /** What the other processes have told of. */
  others: number;
}

/**
 * Counts every call without a query: in memory first, and of those who call often, a word to the shared table about
 * once a second. Two processes so count together, and let through at most a sixteenth each and a second's calls
 * more than the limit.
 */
export class FloodCounts {
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

  /** How many are remembered. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a call. @throws AppError REQUEST_LIMIT */
  hit(name: LimitName, key: string): void {
    this.assertLeft(name, key);
    this.note(name, key);
  }

  /** Passes while a limit is not used up, and counts nothing. @throws AppError REQUEST_LIMIT */
  assertLeft(name: LimitName, key: string): void {
    const waitMs = this.waitMs(name, key);
    if (waitMs > 0) throw this.#limiter.refusal(name, waitMs);
  }

  /** How long nothing more passes; 0 while something does. */
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

  /** Tells the other processes, and learns from them. @returns false: nothing is left */
  async exchange(): Promise<boolean> {
    for (const count of Array.from(this.#untold)) {
      const news = count.own - count.told;
      const total = await this.#limiter.add(count.name, `${count.key} ${count.window}`, news);
      // Not before: what the database did not take is told once it is back.
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
    // The newest stand last, so that the first is the one to forget.
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
