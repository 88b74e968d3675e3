import { ApiError } from '../../lib/api-error.ts';
import { attempt } from '../../lib/attempt.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { forgetIntent, isHeld } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';
import { useBonusChanged } from '../session/bonus-changes.ts';
import type { ActiveBonus } from '../session/use-active-bonus.ts';
import { useWallet } from '../session/use-wallet.ts';

interface Taking {
  /** Source of the bonus: the list, or a promotion code. */
  kind: 'bonus' | 'promotion';
  code: string;
  /** Sends the call that takes the bonus. */
  send: () => Promise<unknown>;
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
  return async ({ kind, code, send, isIt, onTaken }) => {
    const outcome = await attempt(kind, { code }, send);
    const active = await bonusChanged();
    const isTaken = outcome.kind === 'done' || (outcome.kind === 'unknown' && active != null && isIt(active));
    // The player is told once of a lost answer, here or by recovery.
    const isTold = outcome.kind === 'unknown' && !(isTaken ? forgetIntent(kind) : isHeld(kind));
    if (isTaken) onTaken();
    if (isTold) return;
    if (isTaken) {
      const amountMinor = active?.wagering?.bonusAmountMinor;
      await alertSuccess(
        amountMinor !== undefined && currency
          ? t('bonus.takenMsg', { amount: formatMoney(amountMinor, currency) })
          : t('bonus.takenPlainMsg'),
      );
    } else if (outcome.kind === 'refused') await alertError(refusalText(outcome.error));
    else await alertError(t('bonus.takeUnknownMsg'));
  };
}

/** The catalogue's text is about ending a bonus; here the conditions for taking it are not met. */
const refusalText = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'BONUS_CONDITION' ? t('bonus.takeConditionMsg') : error;
