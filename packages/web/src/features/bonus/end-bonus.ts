import type { Currency } from '@krapao/contract/money';
import { messageText } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { dropIntent } from '../../lib/intent.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { getSessionNo } from '../../lib/session-token.ts';
import { endBonus } from '../../operations/end-bonus.ts';
import { reasonOf } from '../../operations/operation.ts';
import { alertUnknown, send } from '../../operations/send.ts';
import { alertError, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { useBonusChanged } from './bonus-changes.ts';
import { useCollect } from '../../operations/use-collect.ts';
import type { Wagering } from './active-bonus-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { isCreditAway } from './bonus-rules.ts';

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
    const sessionNo = getSessionNo();
    const now = await bonusChanged(endBonus);
    // The question is about the bonus of the member who pressed.
    if (sessionNo !== getSessionNo()) return;
    const wagering = now?.wagering ?? shown;
    const isMet = wagering?.isMet ?? false;
    if (wagering && !isMet && userInfo && isCreditAway(userInfo)) {
      const wantsHome = await confirm({
        title: t('bonus.collectFirstTitle'),
        message: t('bonus.collectFirstMsg'),
        confirmLabel: t('home.collect'),
      });
      if (wantsHome) await collect();
      return;
    }
    const currency = userInfo?.currency ?? 'BAHT';
    if (!(await ask(wagering, isMet, currency))) return;
    const sent = await send(endBonus, null);
    const active = await bonusChanged(endBonus);
    if (sent.kind === 'refused') {
      void reload();
      await alertError(reasonOf(endBonus, sent.error, null));
    } else if (sent.kind !== 'unknown') {
      const costMinor = minorOf(sent.reply.cost ?? 0);
      const cost =
        costMinor > 0n ? ` ${t('bonus.costMsg', { amount: formatMoney(costMinor, currency) })}` : '';
      await alertSuccess(messageText('BONUS_CLEAR') + cost);
    } else if (active === null) {
      // Recovery may have told the player already.
      if (dropIntent(sent.key)) await alertSuccess(messageText('BONUS_CLEAR'));
    } else await alertUnknown(endBonus, sent.key);
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
