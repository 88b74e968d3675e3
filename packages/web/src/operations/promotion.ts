import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { defineOperation } from './operation.ts';

interface PromotionContent {
  code: string;
}

/** Takes a bonus by its promotion code. */
export const promotion = defineOperation({
  name: 'promotion',
  routes: ['GET /api/promotion/activate/:code'],
  title: 'bonus.take',
  unknown: 'bonus.takeUnknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/bonus/check/active', 'GET /api/bonus'],
  isRepeatable: false,
  isOnce: true,
  request: ({ code }: PromotionContent) => call('GET /api/promotion/activate/:code', { params: { code } }),
  read: () => ({ kind: 'done' }),
  trace: async () => {
    const { type } = await call('GET /api/bonus/check/active');
    return type === 'promotion' ? { kind: 'done' } : undefined;
  },
  // The general text is about ending a bonus; here the conditions for taking it are not met.
  refusal: (code) => (code === 'BONUS_CONDITION' ? t('bonus.takeConditionMsg') : undefined),
});
