import { ApiError } from './api-error.ts';

/**
 * How a call that changes something ended: `done`, `refused` by the server's certain word, or `unknown` because no
 * certain answer came; it may then have been done or not.
 */
export type Attempt<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unknown'; error: unknown };

/** Runs a call and says how it ended. Never rejects. */
export async function attempt<Result>(send: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { kind: 'done', result: await send() };
  } catch (error) {
    return { kind: error instanceof ApiError && error.isDefinite ? 'refused' : 'unknown', error };
  }
}
