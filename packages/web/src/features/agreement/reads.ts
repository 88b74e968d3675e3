import type { Reads } from '../../lib/read-traits.ts';

export const agreementReads = {
  'GET /api/lookup/agreements': { isMembersOnly: true },
} satisfies Reads;
