import { MAIN_WALLET } from '@krapao/contract/limits';
import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { readFound } from './movement.ts';
import { defineOperation } from './operation.ts';

/** The credit in games that the player saw. */
type CollectContent = readonly (readonly [code: string, amount: number])[];

/** Collects the credit of every game: one transfer a game, so that its key is the id of none. */
export const collect = defineOperation({
  name: 'collect',
  routes: ['POST /api/wallet/collect'],
  title: 'transfer.collectTitle',
  unknown: 'transfer.unknownMsg',
  closes: ['transfer'],
  refreshes: ['GET /api/wallet', 'POST /api/statement'],
  isRepeatable: true,
  isOnce: true,
  request: (_content: CollectContent, idempotencyKey) => call('POST /api/wallet/collect', { idempotencyKey }),
  read: ({ results }) => {
    const statuses = new Set(results.map(({ status }) => status));
    if (!statuses.has('FAILED')) return { kind: statuses.has('PENDING') ? 'pending' : 'done' };
    // The general text of a failed transfer says that the money is back in the wallet; it never left its game.
    const error = t(statuses.size > 1 ? 'transfer.collectPartMsg' : 'transfer.stayedMsg');
    return { kind: 'refused', error };
  },
  trace: async (_content, look) => {
    const found = readFound(
      await look.movementSince(({ statementType, to }) => statementType === 'transfer' && to === MAIN_WALLET),
    );
    return found?.kind === 'refused' ? { ...found, error: t('transfer.stayedMsg') } : found;
  },
});
