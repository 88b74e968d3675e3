import type { Reads } from '../../lib/read-traits.ts';

export const depositReads = {
  'GET /api/lookup/deposit': { isMembersOnly: true },
  'GET /api/lookup/truelinkKey': { isMembersOnly: true },
} satisfies Reads;
