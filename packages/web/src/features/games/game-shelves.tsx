import { useT } from '../../lib/i18n/i18n.ts';
import { Card } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/empty-state.tsx';
import { useWallet } from '../session/use-wallet.ts';
import { GameShelf } from './game-shelf.tsx';

/** The member's game accounts: slots, sports with casino, and lotto, each in a row of its own. */
export function GameShelves() {
  const t = useT();
  const { userInfo, error, reload } = useWallet();
  if (!userInfo && error !== undefined) {
    return (
      <Card>
        <LoadFailed onRetry={reload} />
      </Card>
    );
  }
  return (
    <>
      <GameShelf
        icon="slot"
        title={t('home.slotGames')}
        emptyText={t('home.slotEmpty')}
        accounts={userInfo?.slotAccount}
        currency={userInfo?.currency}
        isTall
      />
      <GameShelf
        icon="sport"
        title={t('home.sportGames')}
        emptyText={t('home.sportEmpty')}
        accounts={userInfo?.sportAccount}
        currency={userInfo?.currency}
      />
      <GameShelf
        icon="lotto"
        title={t('home.lottoGames')}
        emptyText={t('home.lottoEmpty')}
        accounts={userInfo?.lottoAccount}
        currency={userInfo?.currency}
      />
    </>
  );
}
