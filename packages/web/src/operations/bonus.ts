import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { defineOperation } from './operation.ts';

interface BonusContent {
  code: string;
}

/** Takes a bonus of the list. */
export const bonus = defineOperation({
  name: 'bonus',
  routes: ['GET /api/bonus/activate/:code'],
  title: 'bonus.take',
  unknown: 'bonus.takeUnknownMsg',
  closes: ['bonus'],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/bonus/check/active', 'GET /api/bonus'],
  isRepeatable: false,
  isOnce: true,
  request: ({ code }: BonusContent) => call('GET /api/bonus/activate/:code', { params: { code } }),
  read: () => ({ kind: 'done' }),
  trace: async ({ code }) => {
    const { wagering } = await call('GET /api/bonus/check/active');
    return wagering?.code === code ? { kind: 'done' } : undefined;
  },
  // The general text is about ending a bonus; here the conditions for taking it are not met.
  refusal: (code) => (code === 'BONUS_CONDITION' ? t('bonus.takeConditionMsg') : undefined),
});
