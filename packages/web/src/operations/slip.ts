import { call } from '../lib/http.ts';
import { upload } from '../lib/upload.ts';
import { defineOperation } from './operation.ts';

/** The picture's own key: sent again under it, the picture is the same slip. */
interface SlipContent {
  draft: string;
}

interface SlipPicture {
  file: File;
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

const NEWEST = 10;

/** Sends the slip of a bank transfer. */
export const slip = defineOperation({
  name: 'slip',
  routes: ['POST /api/wallet/slip'],
  title: 'slips.send',
  closes: [],
  refreshes: ['POST /api/statement/slip'],
  isRepeatable: false,
  isOnce: true,
  isQuiet: true,
  request: ({ draft }: SlipContent, _key, { file, ...options }: SlipPicture) =>
    upload('POST /api/wallet/slip', file, { ...options, idempotencyKey: draft }),
  read: () => ({ kind: 'done' }),
  trace: async ({ draft }, look) => {
    const [id, { slips }] = await Promise.all([
      look.idFor('slip', draft),
      call('POST /api/statement/slip', { body: { page: 1, limit: NEWEST } }),
    ]);
    return slips.some(({ _id }) => _id === id) ? { kind: 'done' } : undefined;
  },
});
