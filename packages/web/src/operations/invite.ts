import { call } from '../lib/http.ts';
import { readFound } from './movement.ts';
import { defineOperation } from './operation.ts';

/** Receives the earnings from friends. A toast tells an unknown outcome. */
export const invite = defineOperation({
  name: 'invite',
  routes: ['GET /api/invite/bonus'],
  title: 'invite.title',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'POST /api/invite'],
  isRepeatable: false,
  isOnce: true,
  request: (_content: null) => call('GET /api/invite/bonus'),
  read: () => ({ kind: 'done' }),
  trace: async (_content, look) => readFound(await look.movementSince(({ invite }) => invite !== undefined)),
});
