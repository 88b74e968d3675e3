import type { Reads } from '../../lib/read-traits.ts';

export const slipReads = {
  'GET /api/lookup/slip': { isMembersOnly: true },
} satisfies Reads;
