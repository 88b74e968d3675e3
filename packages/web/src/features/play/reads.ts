import type { Reads } from '../../lib/read-traits.ts';

export const playReads = {
  'GET /api/protection/reality-check': { isWorded: true },
  'GET /api/protection/play/:by': { isWorded: true },
} satisfies Reads;
