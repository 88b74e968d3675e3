import { ApiError } from './api-error.ts';
import { runIntent, type IntentContents, type IntentName } from './intent.ts';

/**
 * Outcome of a call that changes something: `done`, `refused` by a certain answer of the server, or `unknown`
 * because no certain answer came and the call may have been done or not.
 */
export type Attempt<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unknown'; error: unknown };

/**
 * Runs a call and returns its outcome. Never rejects. The call is stored as an intent of that name and
 * content until its outcome is known, so a reloaded page can still find out.
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
