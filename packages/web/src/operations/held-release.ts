import { call } from '../lib/http.ts';
import { readFound, readMovement } from './movement.ts';
import { defineOperation } from './operation.ts';

/** The held balance that the player saw, as decimal text: another one is another intent. */
interface HeldContent {
  held: string;
}

/** Makes as much of the held balance playable as the deposit limits leave room for. */
export const heldRelease = defineOperation({
  name: 'heldRelease',
  routes: ['POST /api/protection/held/release'],
  title: 'held.release',
  unknown: 'held.unknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'GET /api/protection', 'POST /api/statement'],
  isRepeatable: true,
  isOnce: false,
  request: (_content: HeldContent, idempotencyKey) =>
    call('POST /api/protection/held/release', { idempotencyKey }),
  read: readMovement,
  trace: async (_content, look) => readFound(await look.receiptFor('heldRelease')),
});
