import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/i18n/i18n.ts';
import { heldIntent, isHeld, runIntent } from '../lib/intent.ts';
import { getSessionNo } from '../lib/session-token.ts';
import { alertError } from '../ui/alert-store.ts';
import type { Operation } from './operation.ts';

/** Outcome of a sent operation, as this device knows it. */
export type Sent<Reply> =
  | { kind: 'done' | 'pending'; reply: Reply }
  | {
      kind: 'refused';
      error: unknown;
      /** Set when the server accepted the request, and it ended at once without effect. */
      reply?: Reply;
    }
  | {
      /** No certain answer came: it may have been done or not. */
      kind: 'unknown';
      error: unknown;
      /** Key of the intent, which is being recovered. */
      key: string;
    };

/**
 * Sends an operation and returns its outcome. Never rejects. It is stored as an intent until its outcome is
 * known, so a reloaded page can still find out.
 */
export async function send<Content, Reply, Input>(
  operation: Operation<Content, Reply, Input>,
  content: Content,
  ...[input]: undefined extends Input ? [input?: Input] : [input: Input]
): Promise<Sent<Reply>> {
  const { name, isRepeatable } = operation;
  const sessionNo = getSessionNo();
  try {
    const request = (key: string) => operation.request(content, key, input as Input);
    const reply = await runIntent(name, content, request, isRepeatable);
    if (sessionNo !== getSessionNo()) return { kind: 'refused', error: sessionOver() };
    const resolution = operation.read(reply, content);
    return resolution.kind === 'refused'
      ? { kind: 'refused', error: resolution.error, reply }
      : { kind: resolution.kind, reply };
  } catch (error) {
    if (sessionNo !== getSessionNo()) return { kind: 'refused', error: sessionOver() };
    // A definite error does not decide an earlier try that is still unsure.
    const held = heldIntent(name, content);
    if (!held && error instanceof ApiError && error.isDefinite) return { kind: 'refused', error };
    return { kind: 'unknown', error, key: held?.key ?? '' };
  }
}

/** Outcome for a member who is no longer logged in here: it is told to no one else. */
function sessionOver(): ApiError {
  const error = new ApiError('', 0);
  error.isSeenTo = true;
  return error;
}

/**
 * Tells the player that the outcome of an intent is unknown, unless the recovery has found it out already.
 * The recovery dismisses the alert. Resolves when it is dismissed.
 */
export async function alertUnknown({ unknown }: Pick<Operation, 'unknown'>, key: string): Promise<void> {
  if (unknown && isHeld(key)) await alertError(t(unknown), key);
}
