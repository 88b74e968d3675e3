import { ApiError } from './api-error.ts';
import { runIntent, type IntentContents, type IntentName } from './intent.ts';

/**
 * How a call that changes something ended: `done`, `refused` by the server's certain word, or `unknown` because no
 * certain answer came; it may then have been done or not.
 */
export type Attempt<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unknown'; error: unknown };

/**
 * Runs a call and says how it ended. Never rejects. It is kept as an intent of that name and content until its end
 * is known, so that a page loaded anew still finds out.
 */
export async function attempt<Name extends IntentName, Result>(
  name: Name,
  content: IntentContents[Name],
  send: (idempotencyKey: string) => Promise<Result>,
): Promise<Attempt<Result>> {
  try {
    return { kind: 'done', result: await runIntent(name, content, send) };
  } catch (error) {
    return { kind: error instanceof ApiError && error.isDefinite ? 'refused' : 'unknown', error };
  }
}
