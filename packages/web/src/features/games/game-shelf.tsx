import type { Currency } from '@krapao/contract/money';
import { memo, useId } from 'react';
import { Carousel } from '../../ui/carousel.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import { favouritesFirst } from './favourites.ts';
import { GameTile } from './game-tile.tsx';
import styles from './game-shelf.module.css';

/** Number of accounts in view at a time. */
const PER_VIEW = 2.2;
/** The row extends to the edge of a phone's screen; see the shell's side padding. */
const BLEED_PX = 16;

interface GameShelfProps {
  icon: IconName;
  title: string;
  emptyText: string;
  /** Undefined while loading. */
  accounts: readonly GameAccount[] | undefined;
  /** Codes of the accounts that come first. */
  favourites: readonly string[];
  /** Undefined until the accounts are loaded. */
  currency: Currency | undefined;
  /** While loading, reserves the height of a row with games rather than of an empty one. */
  isTall?: boolean;
}

/** One row of game accounts: several scroll sideways, a single one fills the row. */
export const GameShelf = memo(function GameShelf(props: GameShelfProps) {
  const { icon, title, emptyText, accounts, favourites, currency, isTall = false } = props;
  const titleId = useId();
  const count = accounts?.length;
  const tiles =
    currency &&
    accounts &&
    favouritesFirst(accounts, favourites).map((account) => (
      <GameTile
        key={account.code}
        account={account}
        currency={currency}
        isFavourite={favourites.includes(account.code)}
      />
    ));
  return (
    <section className={styles.shelf} aria-labelledby={titleId} aria-busy={accounts === undefined}>
      <h2 id={titleId} className={styles.title}>
        <Icon name={icon} size={20} />
        {title}
      </h2>
      {accounts === undefined && (
        <div className={isTall ? styles.single : styles.none}>
          {isTall ? <Skeleton height="100%" /> : <Skeleton width="60%" />}
        </div>
      )}
      {count === 0 && <p className={styles.none}>{emptyText}</p>}
      {count === 1 && <div className={styles.single}>{tiles}</div>}
      {count !== undefined && count > 1 && (
        <Carousel label={title} perView={PER_VIEW} bleed={BLEED_PX}>
          {tiles}
        </Carousel>
      )}
    </section>
  );
});
