import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { parseTyped } from '../lib/money.ts';
import { readFound, readMovement, wireOf } from './movement.ts';
import { defineOperation } from './operation.ts';

/** The amount is decimal text. `isWhole`: the whole balance, which the player saw as that amount. */
interface WithdrawContent {
  amount: string;
  isWhole: boolean;
}

export const withdraw = defineOperation({
  name: 'withdraw',
  routes: ['POST /api/wallet/withdraw', 'POST /api/wallet/withdrawAll'],
  title: 'withdraw.title',
  closes: ['withdraw'],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/bonus/check/active', 'GET /api/bonus'],
  isRepeatable: true,
  isOnce: false,
  request: ({ amount, isWhole }: WithdrawContent, idempotencyKey) =>
    call(isWhole ? 'POST /api/wallet/withdrawAll' : 'POST /api/wallet/withdraw', {
      body: { amount: wireOf(amount) },
      idempotencyKey,
    }),
  read: readMovement,
  trace: async ({ isWhole }, look) => readFound(await look.receiptFor(isWhole ? 'withdrawAll' : 'withdraw')),
  amountOf: ({ amount }) => parseTyped(amount),
  // The balance has changed since the player saw it.
  refusal: (code, { isWhole }) =>
    isWhole && code === 'KEY_INVALID' ? t('withdraw.wholeChanged') : undefined,
});
