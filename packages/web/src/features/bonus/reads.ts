import type { Reads } from '../../lib/read-traits.ts';

export const bonusReads = {
  'GET /api/bonus': { isWorded: true },
  'GET /api/bonus/check/active': { isWorded: true },
  'GET /api/lookup/notice': { isMembersOnly: true },
} satisfies Reads;
