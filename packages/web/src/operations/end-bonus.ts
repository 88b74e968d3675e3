import { messageText } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import type { Documented } from '../lib/documented.ts';
import type { ResponseBody } from '@krapao/contract/routes';
import { defineOperation } from './operation.ts';

type Cleared = Documented<ResponseBody<'GET /api/bonus/clear'>, 'cost'>;

/** Ends the active bonus, or cancels it at its cost. */
export const endBonus = defineOperation({
  name: 'endBonus',
  routes: ['GET /api/bonus/clear'],
  title: 'bonus.end',
  unknown: 'bonus.endUnknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/bonus/check/active', 'GET /api/bonus'],
  isRepeatable: false,
  isOnce: true,
  request: (_content: null): Promise<Cleared> => call('GET /api/bonus/clear'),
  read: () => ({ kind: 'done' }),
  trace: async () => {
    const { status } = await call('GET /api/bonus/check/active');
    return status ? undefined : { kind: 'done' };
  },
  // The usual reason is credit outside the wallet, which the general text does not mention.
  refusal: (code) =>
    code === 'BONUS_CONDITION' ? `${messageText(code)} ${t('bonus.collectFirstMsg')}` : undefined,
});
