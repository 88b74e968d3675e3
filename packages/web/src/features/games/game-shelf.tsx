import type { Currency } from '@krapao/contract/money';
import { useId } from 'react';
import { Carousel } from '../../ui/carousel.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { GameAccount } from '../session/wallet-state.ts';
import { GameTile } from './game-tile.tsx';
import styles from './game-shelf.module.css';

/** How many accounts are in view at a time. */
const PER_VIEW = 2.2;
/** The row meets the edge of a phone's screen; see the shell's side padding. */
const BLEED_PX = 16;

interface GameShelfProps {
  icon: IconName;
  title: string;
  emptyText: string;
  accounts: readonly GameAccount[];
  currency: Currency;
}

/** One row of game accounts: several scroll sideways, a single one has the row to itself. */
export function GameShelf({ icon, title, emptyText, accounts, currency }: GameShelfProps) {
  const titleId = useId();
  const [first] = accounts;
  return (
    <section className={styles.shelf} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        <Icon name={icon} size={20} />
        {title}
      </h2>
      {!first && <p className={styles.none}>{emptyText}</p>}
      {first && accounts.length === 1 && (
        <div className={styles.single}>
          <GameTile account={first} currency={currency} />
        </div>
      )}
      {accounts.length > 1 && (
        <Carousel label={title} perView={PER_VIEW} bleed={BLEED_PX}>
          {accounts.map((account) => (
            <GameTile key={account.code} account={account} currency={currency} />
          ))}
        </Carousel>
      )}
    </section>
  );
}
