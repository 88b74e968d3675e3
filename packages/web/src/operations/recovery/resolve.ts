import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import type { Intent } from '../../lib/intent.ts';
import type { Operation, Resolution } from '../operation.ts';
import { lookFor } from './look-for.ts';

/**
 * State of an intent whose answer was lost. `unsure`: not known yet, ask again. `lost`: no trace of it was
 * found in time. It may have been done or not, or may still arrive.
 */
export type Recovered = Resolution | { kind: 'unsure' } | { kind: 'lost' };

/**
 * Time after the player's press within which the same call may be sent again under the same key. Later, money
 * would move when the player no longer expects it, so the outcome is only looked for.
 */
const RESEND_WITHIN_MS = 120_000;
/** Time within which a call that is only looked for is expected to leave a trace. */
const LOOK_FOR_MS = 12_000;

/** When this page last sent each request again: one that got no answer may still arrive. */
const sentAgainMs = new Map<string, number>();

/** Finds out the outcome of an intent, as far as it is known now. Never rejects. */
export function resolve(operation: Operation, intent: Intent): Promise<Recovered> {
  const isFresh = serverNow() - intent.atMs < RESEND_WITHIN_MS;
  return operation.isRepeatable && isFresh ? askAgain(operation, intent) : trace(operation, intent);
}

/** Sends the request again: the server answers it with the first result. */
async function askAgain(operation: Operation, { content, key }: Intent): Promise<Recovered> {
  try {
    return operation.read(await operation.request(content, key, undefined), content);
  } catch (error) {
    if (isAnswer(error)) return { kind: 'refused', error };
    sentAgainMs.set(key, serverNow());
    return { kind: 'unsure' };
  }
}

/** Looks for the traces of an intent at the server. */
async function trace(operation: Operation, intent: Intent): Promise<Recovered> {
  try {
    const resolution = await operation.trace(intent.content, lookFor(intent));
    if (resolution) return resolution;
  } catch (error) {
    // A refused look-up finds nothing, and says nothing of the intent.
    if (!isAnswer(error)) return { kind: 'unsure' };
  }
  const lastMs = Math.max(intent.atMs, sentAgainMs.get(intent.key) ?? 0);
  return { kind: serverNow() - lastMs < LOOK_FOR_MS ? 'unsure' : 'lost' };
}

/** True for an answer to this call. An invalid session, a rate limit or a closed site is none. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.isDefinite &&
  ![401, 408, 429].includes(error.status) &&
  error.code !== 'gone';
