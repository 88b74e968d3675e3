import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { openModal } from '../../lib/modal-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useWalletReload } from '../../wallet/use-wallet.ts';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import { GameArt } from './game-art.tsx';
import styles from './game-tile.module.css';

interface GameTileProps {
  account: GameAccount;
  currency: Currency;
  isFavourite?: boolean;
}

/** One game account on home: a press opens it. */
export function GameTile({ account, currency, isFavourite = false }: GameTileProps) {
  const t = useT();
  const reload = useWalletReload();
  const { code, name, isActive, isDown, amountMinor, transitMinor } = account;
  const open = async () => {
    const result = await openModal('game-account', { code });
    if (result?.refresh) await reload();
  };
  return (
    <button type="button" className={styles.tile} aria-haspopup="dialog" onClick={() => void open()}>
      <GameArt
        name={account.name}
        logo={account.logo}
        background={account.background}
        muted={isActive && isDown}
      />
      {isActive && isDown && <Badge icon="offline" text={t('home.gameDown')} />}
      {transitMinor > 0n && (
        <Badge icon="clock" text={t('home.gameTransit', { amount: formatMoney(transitMinor, currency) })} />
      )}
      <span className={styles.name}>{name}</span>
      {isActive ? (
        <span className={styles.amount}>
          <Amount value={amountMinor} currency={currency} />
        </span>
      ) : (
        <span className={styles.open}>
          <Icon name="plus" size={16} />
          {t('home.openAccount')}
        </span>
      )}
      {isFavourite && <Icon name="star" size={18} label={t('home.favourite')} className={styles.favourite} />}
    </button>
  );
}

function Badge({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className={styles.badge}>
      <Icon name={icon} size={14} />
      {text}
    </span>
  );
}
