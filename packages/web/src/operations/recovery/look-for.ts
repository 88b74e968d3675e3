import { idOfIntent } from '@krapao/contract/intent-id';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import type { Intent } from '../../lib/intent.ts';
import { keptReply } from '../../lib/kept.ts';
import type { Look } from '../look.ts';

/** Largest error of a phone's estimate of the server's time. */
const SLACK_MS = 3_000;
const NEWEST = 100;

/** Returns the look-ups of an intent. */
export function lookFor({ key, atMs }: Pick<Intent, 'key' | 'atMs'>): Look {
  const look: Look = {
    idFor: async (intentCall, ownKey = key) => {
      const { profile } = keptReply('GET /api/wallet') ?? (await call('GET /api/wallet'));
      return idOfIntent(profile._id, intentCall, ownKey);
    },
    receiptFor: async (intentCall) => look.receiptOf(await look.idFor(intentCall)),
    receiptOf: (transferId) =>
      look.found(call('GET /api/statement/item/:transferId', { params: { transferId } })),
    found: async (looking) => {
      try {
        return await looking;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NO_DATA') return undefined;
        throw error;
      }
    },
    isSince: ({ createdAt }) => Date.parse(createdAt) >= atMs - SLACK_MS,
    movementSince: async (isIt) => {
      const { statements } = await call('POST /api/statement', { body: { page: 1, limit: NEWEST } });
      return statements.find((item) => look.isSince(item) && isIt(item));
    },
  };
  return look;
}
