import { memo, useDeferredValue, useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Card } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { EASILY_SEEN, favouritesFirst, useFavourites } from './favourites.ts';
import { GameShelf } from './game-shelf.tsx';
import { SearchField, SearchResults } from './game-search.tsx';
import { searchAccounts } from './search-accounts.ts';

const NO_FAVOURITES: readonly string[] = [];

/**
 * The member's game accounts, in rows by kind; where there are many, also by name. They are the larger part
 * of home, so they are rendered a moment after the money above them, in pieces that a press can interrupt.
 */
export function GameShelves() {
  const { userInfo: latest, error, reload } = useWallet();
  const userInfo = useDeferredValue(latest);
  const [text, setText] = useState('');
  const everyFavourite = useFavourites(userInfo?.profile._id);
  if (!latest && error !== undefined) {
    return (
      <Card>
        <LoadFailed onRetry={reload} />
      </Card>
    );
  }
  const isMany = userInfo !== undefined && userInfo.slots.length > EASILY_SEEN;
  if (!isMany) return <Rows userInfo={userInfo} favourites={NO_FAVOURITES} />;
  const isSearching = text.trim() !== '';
  return (
    <>
      <SearchField text={text} onChange={setText} />
      {isSearching ? (
        <SearchResults
          accounts={favouritesFirst(searchAccounts(userInfo.slots, text), everyFavourite)}
          favourites={everyFavourite}
          currency={userInfo.currency}
          onClear={() => setText('')}
        />
      ) : (
        <Rows userInfo={userInfo} favourites={everyFavourite} />
      )}
    </>
  );
}

interface RowsProps {
  /** Undefined while loading. */
  userInfo: UserInfo | undefined;
  /** Codes of the games that come first in their row. */
  favourites: readonly string[];
}

/** Slots, sports with casino, and lotto, each in its own row. */
const Rows = memo(function Rows({ userInfo, favourites }: RowsProps) {
  const t = useT();
  const currency = userInfo?.currency;
  return (
    <>
      <GameShelf
        icon="reels"
        title={t('home.slotGames')}
        emptyText={t('home.slotEmpty')}
        accounts={userInfo?.slotAccount}
        favourites={favourites}
        currency={currency}
        isTall
      />
      <GameShelf
        icon="ball"
        title={t('home.sportGames')}
        emptyText={t('home.sportEmpty')}
        accounts={userInfo?.sportAccount}
        favourites={favourites}
        currency={currency}
      />
      <GameShelf
        icon="ticket"
        title={t('home.lottoGames')}
        emptyText={t('home.lottoEmpty')}
        accounts={userInfo?.lottoAccount}
        favourites={favourites}
        currency={currency}
      />
    </>
  );
});
