import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { parseTyped } from '../lib/money.ts';
import { ApiError } from '../lib/api-error.ts';
import { defineOperation } from './operation.ts';

/** The withdrawal, and its amount as decimal text. */
interface CancelContent {
  transferId: string;
  amount: string;
}

/** Cancels a withdrawal that the bank has not received yet. */
export const cancel = defineOperation({
  name: 'cancel',
  routes: ['DELETE /api/wallet/withdraw/:transferId'],
  title: 'withdraw.cancel',
  unknown: 'withdraw.cancelUnknown',
  closes: [],
  refreshes: ['GET /api/wallet', 'POST /api/statement', 'GET /api/statement/item/:transferId'],
  // Without a key: the server answers a repeated cancellation like the first one.
  isRepeatable: true,
  isOnce: true,
  request: ({ transferId }: CancelContent) =>
    call('DELETE /api/wallet/withdraw/:transferId', { params: { transferId } }),
  read: (_reply, { transferId }) => ({ kind: 'done', ended: transferId }),
  trace: async ({ transferId }, look) => {
    const withdrawal = await look.receiptOf(transferId);
    if (withdrawal?.reason === 'cancelled') return { kind: 'done', ended: transferId };
    // The bank has it; while it can still be cancelled, the request may be on its way.
    return withdrawal && !withdrawal.canCancel
      ? { kind: 'refused', error: new ApiError('TRANSFER_FAIL', 409) }
      : undefined;
  },
  amountOf: ({ amount }) => parseTyped(amount),
  // The general text is about a failed transfer; here the payout goes on.
  refusal: (code) => (code === 'TRANSFER_FAIL' ? t('withdraw.cancelTooLate') : undefined),
});
