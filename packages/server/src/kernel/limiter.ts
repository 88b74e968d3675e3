import type { AppError } from './app-error.ts';
import type { LimitName, Limits } from './limits.ts';

/** A limit and what is counted under it. */
export type Count = readonly [name: LimitName, key: string];

/**
 * How long until all of several limits pass: whoever is told to wait for one of them must not be refused by another
 * then. 0 while all pass.
 */
export async function longestWaitMs(limiter: Limiter, counts: readonly Count[]): Promise<number> {
  return Math.max(0, ...(await Promise.all(counts.map((count) => limiter.waitMs(...count)))));
}

/** Counts what has a limit, for all processes together. */
export interface Limiter {
  readonly limits: Limits;

  /**
   * Counts something that stays counted.
   * @throws AppError REQUEST_LIMIT when that was one too many; told again from memory until the window is over
   */
  spend(name: LimitName, key: string): Promise<void>;

  /**
   * Counts a try before it is known how it ends, so that many at once do not pass together. One that was no
   * wrong guess is given back by {@link Limiter.giveBack}.
   * @throws AppError REQUEST_LIMIT
   */
  borrow(name: LimitName, key: string): Promise<void>;

  giveBack(name: LimitName, key: string): Promise<void>;

  /** Adds to a count without a decision. @returns how much it is now */
  add(name: LimitName, key: string, points: number): Promise<number>;

  /** How long nothing more passes; 0 while something does. */
  waitMs(name: LimitName, key: string): Promise<number>;

  /** What a call is refused with that a limit turns away. */
  refusal(name: LimitName, retryAfterMs: number): AppError;
}
