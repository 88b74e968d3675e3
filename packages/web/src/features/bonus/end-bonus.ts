import type { Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError, messageText } from '../../lib/api-error.ts';
import { attempt } from '../../lib/attempt.ts';
import type { Documented } from '../../lib/documented.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { forgetIntent, isHeld } from '../../lib/intent.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { alertError, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { useBonusChanged } from '../session/bonus-changes.ts';
import { useCollect } from '../session/collect-credit.ts';
import type { Wagering } from '../session/use-active-bonus.ts';
import { useWallet } from '../session/use-wallet.ts';
import { isCreditAway } from './bonus-rules.ts';

type Cleared = Documented<ResponseBody<'GET /api/bonus/clear'>, 'cost'>;

/**
 * Returns a function that ends the active bonus after asking, and shows the outcome in an alert. A bonus
 * whose conditions are not met is cancelled. While credit is in games, it offers to collect the credit
 * instead, because a server that reports wagering would refuse. Never rejects.
 */
export function useEndBonus(): (wagering: Wagering | null) => Promise<void> {
  const { userInfo, reload } = useWallet();
  const collect = useCollect();
  const bonusChanged = useBonusChanged();
  return async (shown) => {
    // Uses the current cost, not the cost at page load.
    const now = await bonusChanged();
    const wagering = now?.wagering ?? shown;
    const isMet = wagering?.isMet ?? false;
    if (wagering && !isMet && userInfo && isCreditAway(userInfo)) {
      const wantsHome = await confirm({
        title: t('bonus.homeFirstTitle'),
        message: t('bonus.homeFirstMsg'),
        confirmLabel: t('home.collect'),
      });
      if (wantsHome) await collect();
      return;
    }
    const currency = userInfo?.currency ?? 'BAHT';
    if (!(await ask(wagering, isMet, currency))) return;
    const outcome = await attempt('endBonus', null, (): Promise<Cleared> => call('GET /api/bonus/clear'));
    const active = await bonusChanged();
    if (outcome.kind === 'done') {
      const costMinor = minorOf(outcome.result.cost ?? 0);
      const cost =
        costMinor > 0n ? ` ${t('bonus.costMsg', { amount: formatMoney(costMinor, currency) })}` : '';
      await alertSuccess(messageText('BONUS_CLEAR') + cost);
    } else if (outcome.kind === 'refused') {
      void reload();
      await alertError(refusalText(outcome.error));
    } else if (active === null) {
      // Recovery may have told the player already.
      if (forgetIntent('endBonus')) await alertSuccess(messageText('BONUS_CLEAR'));
    } else if (isHeld('endBonus')) await alertError(t('bonus.endUnknownMsg'));
  };
}

function ask(wagering: Wagering | null, isMet: boolean, currency: Currency): Promise<boolean> {
  if (isMet) {
    return confirm({
      title: t('bonus.endTitle'),
      message: t('bonus.endMsg'),
      confirmLabel: t('bonus.end'),
      cancelLabel: t('bonus.keep'),
    });
  }
  const costMinor = wagering?.cancelCostMinor;
  const costText =
    costMinor === undefined
      ? t('bonus.cancelMsg')
      : costMinor > 0n
        ? t('bonus.cancelCostMsg', { amount: formatMoney(costMinor, currency) })
        : t('bonus.cancelFreeMsg');
  return confirm({
    title: t('bonus.cancelTitle'),
    message: costText,
    confirmLabel: t('bonus.cancel'),
    cancelLabel: t('bonus.keep'),
    danger: true,
  });
}

/**
 * The usual reason for a refusal is credit outside the wallet, which the catalogue's text does not mention.
 */
function refusalText(error: unknown): unknown {
  const isConditions = error instanceof ApiError && error.code === 'BONUS_CONDITION';
  return isConditions ? `${messageText('BONUS_CONDITION')} ${t('bonus.homeFirstMsg')}` : error;
}
