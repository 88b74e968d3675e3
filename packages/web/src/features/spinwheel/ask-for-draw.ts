import { call } from '../../lib/http.ts';
import { runIntent } from '../../lib/intent.ts';
import { noteWord } from './seen-hashes.ts';
import type { SpinResult } from './spinwheel-api.ts';

/**
 * Spends a coin on a draw, with a word of this device mixed in. The same key goes out until there is an answer: what
 * an unanswered press may have drawn is what comes back.
 * @param next whose draw it is, and its number, where they are known
 * @throws ApiError
 */
export function askForDraw(next: { memberId: string; nonce: number } | undefined): Promise<SpinResult> {
  return runIntent('spin', null, (idempotencyKey) => {
    // The key is as random as the word has to be, and asking again with it then brings no second word.
    if (next) noteWord(next.memberId, next.nonce, idempotencyKey);
    return call('POST /api/spinwheel/spin', { body: { clientSeed: idempotencyKey }, idempotencyKey });
  });
}
