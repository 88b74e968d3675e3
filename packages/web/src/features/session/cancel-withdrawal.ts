import type { Currency, Minor } from '@krapao/contract/money';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { useReload } from '../../lib/use-api.ts';
import { alertError, confirm } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { noteTold } from './told-movements.ts';
import { useWallet } from './use-wallet.ts';

/** Withdrawal that can still be cancelled. */
export interface OpenWithdrawal {
  transferId: string;
  amountMinor: Minor;
  currency: Currency;
}

/**
 * Returns a function that asks for confirmation, cancels a withdrawal, reloads everything that shows it, and
 * tells the player the outcome. Never rejects.
 */
export function useCancelWithdrawal(): (withdrawal: OpenWithdrawal) => Promise<void> {
  const { reload } = useWallet();
  const reloadApi = useReload();
  return async ({ transferId, amountMinor, currency }) => {
    const amount = formatMoney(amountMinor, currency);
    const isMeant = await confirm({
      title: t('withdraw.cancelTitle'),
      message: t('withdraw.cancelMsg', { amount }),
      confirmLabel: t('withdraw.cancel'),
      cancelLabel: t('withdraw.cancelKeep'),
      danger: true,
    });
    if (!isMeant) return;
    const fault = await giveUp(transferId);
    if (fault === undefined) noteTold(transferId);
    await Promise.all([
      reload(),
      reloadApi('POST /api/statement'),
      reloadApi('GET /api/statement/item/:transferId'),
    ]);
    if (fault === undefined) toast.success(t('withdraw.cancelled', { amount }));
    else await alertError(refusalOf(fault));
  };
}

/** Cancels the withdrawal. @returns the fault, if any */
async function giveUp(transferId: string): Promise<unknown> {
  try {
    await call('DELETE /api/wallet/withdraw/:transferId', { params: { transferId } });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The catalogue's text is about a failed transfer; here the payout goes on. */
function refusalOf(fault: unknown): unknown {
  if (!(fault instanceof ApiError)) return fault;
  if (fault.code === 'TRANSFER_FAIL') return t('withdraw.cancelTooLate');
  return fault.isDefinite ? fault : t('withdraw.cancelUnknown');
}
