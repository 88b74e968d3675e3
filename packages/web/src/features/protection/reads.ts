import type { Reads } from '../../lib/read-traits.ts';

export const protectionReads = {
  'GET /api/protection/choices': { isWorded: true },
} satisfies Reads;
