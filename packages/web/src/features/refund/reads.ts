import type { Reads } from '../../lib/read-traits.ts';

export const refundReads = {
  'GET /api/refund/banners': { isWorded: true },
  'GET /api/refund/check': { isWorded: true },
} satisfies Reads;
