import { isOffered } from '../../lib/settings.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useActiveBonus } from './active-bonus-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { StopNote, useIsStopped } from '../protection/stop-api.tsx';
import { ActiveBonusPanel } from './active-bonus-panel.tsx';
import { BonusGrid, GridPlaceholder } from './bonus-grid.tsx';
import { PromotionSearch } from './promotion-search.tsx';

/** A promotion code field, and below it the active bonus or, without one, the offered bonuses. */
export function BonusView() {
  const { userInfo } = useWallet();
  const isStopped = useIsStopped();
  return (
    <>
      {isStopped && <StopNote />}
      {!isStopped && isOffered('promotion') && <PromotionSearch currency={userInfo?.currency} />}
      <ActiveOrOffered />
    </>
  );
}

function ActiveOrOffered() {
  const { userInfo, error: walletError, reload } = useWallet();
  const { active, error, retry } = useActiveBonus();
  if (active === undefined || !userInfo) {
    const isFailed =
      (active === undefined && error !== undefined) || (!userInfo && walletError !== undefined);
    return isFailed ? <LoadFailed onRetry={() => Promise.all([retry(), reload()])} /> : <GridPlaceholder />;
  }
  if (active) return <ActiveBonusPanel active={active} userInfo={userInfo} />;
  if (userInfo.standing?.stop) return null;
  if (isOffered('bonus')) return <BonusGrid currency={userInfo.currency} />;
  return isOffered('promotion') ? null : <EmptyState icon="gift" />;
}
