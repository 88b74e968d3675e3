import { call } from '../lib/http.ts';
import { defineOperation } from './operation.ts';

/** Receives the refund. */
export const refund = defineOperation({
  name: 'refund',
  routes: ['GET /api/refund/receive'],
  title: 'refund.receive',
  unknown: 'refund.unknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/refund/check', 'POST /api/refund'],
  isRepeatable: false,
  isOnce: true,
  request: (_content: null) => call('GET /api/refund/receive'),
  read: () => ({ kind: 'done' }),
  trace: async (_content, look) => {
    const { refunds } = await call('POST /api/refund', { body: { page: 1, limit: 1 } });
    return refunds.some((one) => look.isSince(one)) ? { kind: 'done' } : undefined;
  },
});
