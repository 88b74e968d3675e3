import type { Reads } from '../../lib/read-traits.ts';

export const chatReads = {
  'POST /api/chat/history': { isForAll: true },
} satisfies Reads;
