import { z } from 'zod';
import { done, sentAmount } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';
import { movement } from './wallet.ts';

/** Withdrawals to the member's bank account. */

const amountBody = z.object({ amount: sentAmount });
const errors = [
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'BONUS_CONDITION',
  'PAYOUTS_STOPPED',
  'STEP_UP_REQUIRED',
] as const;

export const withdrawals = defineArea({
  'POST /api/wallet/withdraw': defineRoute({
    method: 'POST',
    path: '/api/wallet/withdraw',
    access: 'member',
    summary: 'Pay out from the main wallet to the member’s bank account',
    body: amountBody,
    response: movement,
    errors,
  }),
  'POST /api/wallet/withdrawAll': defineRoute({
    method: 'POST',
    path: '/api/wallet/withdrawAll',
    access: 'member',
    summary: 'Pay out the whole main wallet; the amount must be what it holds',
    body: amountBody,
    response: movement,
    errors,
  }),
  'DELETE /api/wallet/withdraw/:transferId': defineRoute({
    method: 'DELETE',
    path: '/api/wallet/withdraw/:transferId',
    access: 'member',
    summary: 'Cancel a withdrawal the bank has not been given yet',
    params: z.object({ transferId: z.uuid() }),
    response: done,
    errors: ['NO_DATA', 'TRANSFER_FAIL'],
  }),
});
