import { toDecimal, type Currency, type Minor } from '@krapao/contract/money';
import { t } from '../lib/i18n/i18n.ts';
import { formatMoney } from '../lib/money.ts';
import { alertError, confirm } from '../ui/alert-store.ts';
import { toast } from '../ui/toast-store.ts';
import { noteTold } from '../wallet/told-movements.ts';
import { cancel } from './cancel.ts';
import { reasonOf } from './operation.ts';
import { useRefresh } from './refresh.ts';
import { alertUnknown, send } from './send.ts';

/** Withdrawal that can still be cancelled. */
export interface OpenWithdrawal {
  transferId: string;
  amountMinor: Minor;
  currency: Currency;
  /** It was paid out of the held balance. */
  isFromHeld: boolean;
}

/**
 * Returns a function that asks for confirmation, cancels a withdrawal, reloads everything that shows it, and
 * tells the player the outcome. Never rejects.
 */
export function useCancelWithdrawal(): (withdrawal: OpenWithdrawal) => Promise<void> {
  const refresh = useRefresh();
  return async ({ transferId, amountMinor, currency, isFromHeld }) => {
    const amount = formatMoney(amountMinor, currency);
    const isMeant = await confirm({
      title: t('withdraw.cancelTitle'),
      message: t(isFromHeld ? 'withdraw.cancelMsgHeld' : 'withdraw.cancelMsg', { amount }),
      confirmLabel: t('withdraw.cancel'),
      cancelLabel: t('withdraw.cancelKeep'),
      danger: true,
    });
    if (!isMeant) return;
    const content = { transferId, amount: toDecimal(amountMinor) };
    const sent = await send(cancel, content);
    if (sent.kind === 'done') noteTold(transferId);
    const refreshed = refresh(cancel);
    // Told at once: without a connection the reload takes long.
    if (sent.kind === 'unknown') return alertUnknown(cancel, sent.key);
    await refreshed;
    if (sent.kind === 'refused') await alertError(reasonOf(cancel, sent.error, content));
    else toast.success(t(isFromHeld ? 'withdraw.cancelledHeld' : 'withdraw.cancelled', { amount }));
  };
}
