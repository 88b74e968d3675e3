import { t } from '../../lib/i18n/i18n.ts';
import { dropIntent } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import type { bonus } from '../../operations/bonus.ts';
import { reasonOf } from '../../operations/operation.ts';
import type { promotion } from '../../operations/promotion.ts';
import { alertUnknown, send } from '../../operations/send.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { ActiveBonus } from './active-bonus-api.ts';
import { useBonusChanged } from './bonus-changes.ts';

interface Taking {
  /** Takes it from the list, or by a promotion code. */
  operation: typeof bonus | typeof promotion;
  code: string;
  /** True when the active bonus is the one this call was about. */
  isIt: (active: ActiveBonus) => boolean;
  /** Runs once the bonus is certainly taken, before the player is told. */
  onTaken: () => void;
}

/**
 * Returns a function that takes a bonus and shows the outcome in an alert. After a lost answer it checks
 * whether the bonus is active, and otherwise reports an unknown outcome. Never rejects.
 */
export function useTakeBonus(): (taking: Taking) => Promise<void> {
  const currency = useWallet().userInfo?.currency;
  const bonusChanged = useBonusChanged();
  return async ({ operation, code, isIt, onTaken }) => {
    const content = { code };
    const sent = await send<typeof content, unknown, undefined>(operation, content);
    const active = await bonusChanged(operation);
    if (sent.kind === 'refused') return alertError(reasonOf(operation, sent.error, content));
    const isTaken = sent.kind !== 'unknown' || (active != null && isIt(active));
    if (!isTaken) return alertUnknown(operation, sent.key);
    // The player is told once of a lost answer, here or by the recovery.
    const isTold = sent.kind === 'unknown' && !dropIntent(sent.key);
    onTaken();
    if (isTold) return;
    const amountMinor = active?.wagering?.bonusAmountMinor;
    await alertSuccess(
      amountMinor !== undefined && currency
        ? t('bonus.takenMsg', { amount: formatMoney(amountMinor, currency) })
        : t('bonus.takenPlainMsg'),
    );
  };
}
