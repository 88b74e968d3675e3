import type { Reads } from '../../lib/read-traits.ts';

export const conditionsReads = {
  'GET /api/lookup/conditions': { isMembersOnly: true },
} satisfies Reads;
