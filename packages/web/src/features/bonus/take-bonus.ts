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
  /** Taken from the list, or by a promotion's code. */
  kind: 'bonus' | 'promotion';
  code: string;
  /** Sends the call that takes it. */
  send: () => Promise<unknown>;
  /** Whether the bonus that is active is the one this was about. */
  isIt: (active: ActiveBonus) => boolean;
  /** Runs once it is certain that it was taken, before the player is told. */
  onTaken: () => void;
}

/**
 * A function that takes a bonus and tells in an alert how that went. Where the answer was lost it looks whether the
 * bonus is active, and otherwise says that nobody knows. Never rejects.
 */
export function useTakeBonus(): (taking: Taking) => Promise<void> {
  const currency = useWallet().userInfo?.currency;
  const bonusChanged = useBonusChanged();
  return async ({ kind, code, send, isIt, onTaken }) => {
    const outcome = await attempt(kind, { code }, send);
    const active = await bonusChanged();
    const isTaken = outcome.kind === 'done' || (outcome.kind === 'unknown' && active != null && isIt(active));
    // Of a lost answer the player is told once, here or by whoever looks after those.
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

/** The catalogue speaks of ending a bonus; here it is the conditions for taking it that are not met. */
const refusalText = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'BONUS_CONDITION' ? t('bonus.takeConditionMsg') : error;
