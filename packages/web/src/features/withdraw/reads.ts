import type { Reads } from '../../lib/read-traits.ts';

export const withdrawReads = {
  'GET /api/lookup/withdraw': { isMembersOnly: true },
} satisfies Reads;
