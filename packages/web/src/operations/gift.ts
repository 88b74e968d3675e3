import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { readFound, readMovement } from './movement.ts';
import { defineOperation } from './operation.ts';

/** Tells one link from another; older versions of the app stored null. */
type GiftContent = { mark: string } | null;

/** Returns a mark of a link: 32 bits, from which the link cannot be found. */
export function markOf(link: string): string {
  let hash = 0x811c9dc5;
  for (const letter of link) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16);
}

/**
 * Redeems a gift link. The link is a secret and not stored, but a mark of it. The server takes each link once, whatever the key,
 * so that the key is the id of nothing.
 */
export const gift = defineOperation({
  name: 'gift',
  routes: ['POST /api/wallet/truelink'],
  title: 'deposit.gift',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement'],
  isRepeatable: false,
  // It counts once, but a wallet service that has not answered yet leaves no trace.
  isOnce: false,
  request: (_content: GiftContent, idempotencyKey, link: string) =>
    call('POST /api/wallet/truelink', { body: { link }, idempotencyKey }),
  read: (movement) =>
    movement.status === 'FAILED'
      ? { kind: 'refused', error: new ApiError('TRUELINK_INVALID', 400) }
      : readMovement(movement),
  trace: async (_content, look) => readFound(await look.movementSince(({ from }) => from === 'GIFT')),
});
