import type { AppError } from './app-error.ts';
import type { LimitName, Limits } from './limits.ts';

/** A limit and the key that is counted. */
export type Count = readonly [name: LimitName, key: string];

/**
 * Returns the time until all of several limits pass, 0 if they pass now. A caller that waits this long is not
 * refused by another of them.
 */
export async function longestWaitMs(limiter: Limiter, counts: readonly Count[]): Promise<number> {
  return Math.max(0, ...(await Promise.all(counts.map((count) => limiter.waitMs(...count)))));
}

/** Counts calls against their limits, for all processes together. */
export interface Limiter {
  readonly limits: Limits;

  /**
   * Counts one call for good.
   * @throws AppError REQUEST_LIMIT if the limit is exceeded; further refusals come from memory until the
   *   window ends
   */
  spend(name: LimitName, key: string): Promise<void>;

  /**
   * Reserves one attempt before its result is known, so that concurrent attempts cannot exceed the limit
   * together. {@link Limiter.release} releases it after an attempt that was no wrong guess.
   * @throws AppError REQUEST_LIMIT
   */
  reserve(name: LimitName, key: string): Promise<void>;

  release(name: LimitName, key: string): Promise<void>;

  /** Adds to a count without a decision. @returns the new count */
  add(name: LimitName, key: string, points: number): Promise<number>;

  /** Returns the time until the limit passes again; 0 if it passes now. */
  waitMs(name: LimitName, key: string): Promise<number>;

  /** Returns the error of a call that a limit refuses. */
  refusal(name: LimitName, retryAfterMs: number): AppError;
}
