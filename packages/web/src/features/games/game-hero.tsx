import { useT } from '../../lib/i18n/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { GameArt } from './game-art.tsx';
import type { GameAccount, UserInfo } from '../../wallet/wallet-state.ts';
import styles from './games.module.css';
import { FavouriteButton } from './favourite-button.tsx';
import { canLaunch } from './launch.ts';
import type { GameActions } from './use-game-actions.ts';

interface GameHeroProps {
  account: GameAccount;
  userInfo: UserInfo;
  actions: GameActions;
}

/** Header of the game: its picture, its credit, and the button that opens it. */
export function GameHero({ account, userInfo, actions }: GameHeroProps) {
  const t = useT();
  const { isActive } = account;
  return (
    <div className={styles.hero}>
      <GameArt name={account.name} logo={account.logo} background={account.background} />
      <FavouriteButton account={account} userInfo={userInfo} />
      {isActive && (
        <div className={styles.heroRow}>
          <p className={styles.inGame}>
            <span>{t('games.inGame')}</span>
            <strong aria-live="polite">
              <Amount value={account.amountMinor} currency={userInfo.currency} smallDecimals />
            </strong>
          </p>
          {!userInfo.standing?.stop && (
            <Button
              variant={userInfo.wallet.amountMinor > 0n ? 'secondary' : 'gold'}
              icon="play"
              size="small"
              busy={actions.running === 'play'}
              disabled={actions.running !== null || account.isDown || !canLaunch(account)}
              onClick={actions.play}
            >
              {t('games.play')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
