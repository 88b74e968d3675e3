import { call } from '../../lib/http.ts';
import { runIntent } from '../../lib/intent.ts';
import { noteWord } from './seen-hashes.ts';
import type { SpinResult } from './spinwheel-api.ts';

/**
 * Spends a coin on a draw, with a random word of this device mixed in. The same key is sent until there is an
 * answer: a retry returns the draw of an unanswered press.
 * @param next member and number of the draw, where they are known
 * @throws ApiError
 */
export function askForDraw(next: { memberId: string; nonce: number } | undefined): Promise<SpinResult> {
  return runIntent('spin', null, (idempotencyKey) => {
    // The key is as random as the word must be, and a retry with it then brings no second word.
    if (next) noteWord(next.memberId, next.nonce, idempotencyKey);
    return call('POST /api/spinwheel/spin', { body: { clientSeed: idempotencyKey }, idempotencyKey });
  });
}
