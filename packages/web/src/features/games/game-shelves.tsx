import { useT } from '../../lib/i18n/i18n.ts';
import { Card } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useWallet } from '../session/use-wallet.ts';
import { GameShelf } from './game-shelf.tsx';
import styles from './game-shelf.module.css';

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
  if (!userInfo) return <ShelfSkeleton />;
  const { slotAccount, sportAccount, lottoAccount, currency } = userInfo;
  return (
    <>
      <GameShelf
        icon="slot"
        title={t('home.slotGames')}
        emptyText={t('home.slotEmpty')}
        accounts={slotAccount}
        currency={currency}
      />
      <GameShelf
        icon="sport"
        title={t('home.sportGames')}
        emptyText={t('home.sportEmpty')}
        accounts={sportAccount}
        currency={currency}
      />
      <GameShelf
        icon="lotto"
        title={t('home.lottoGames')}
        emptyText={t('home.lottoEmpty')}
        accounts={lottoAccount}
        currency={currency}
      />
    </>
  );
}

/** The first row, of the size it will have. */
function ShelfSkeleton() {
  const t = useT();
  return (
    <section className={styles.shelf} aria-busy>
      <h2 className={styles.title}>{t('home.slotGames')}</h2>
      <div className={styles.single}>
        <Skeleton height="100%" />
      </div>
    </section>
  );
}
