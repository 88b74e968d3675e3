import type { Reads } from '../../lib/read-traits.ts';

export const spinReads = {
  'GET /api/spinwheel/setup': { isWorded: true },
  'GET /api/spinwheel/coupon': { isWorded: true },
  'GET /api/spinwheel/draw/:drawId': { isWorded: true },
} satisfies Reads;
