import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { readFound, readMovement } from './movement.ts';
import { defineOperation } from './operation.ts';

/**
 * Redeems a gift link. The link is a secret and not stored. The server takes each link once, whatever the key,
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
  request: (_content: null, idempotencyKey, link: string) =>
    call('POST /api/wallet/truelink', { body: { link }, idempotencyKey }),
  read: (movement) =>
    movement.status === 'FAILED'
      ? { kind: 'refused', error: new ApiError('TRUELINK_INVALID', 400) }
      : readMovement(movement),
  trace: async (_content, look) => readFound(await look.movementSince(({ from }) => from === 'GIFT')),
});
