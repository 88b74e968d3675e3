import type { Reads } from '../../lib/read-traits.ts';

export const inviteReads = {
  'GET /api/invite/banners': { isWorded: true },
} satisfies Reads;
