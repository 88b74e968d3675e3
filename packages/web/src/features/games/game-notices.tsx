import type { Currency } from '@krapao/contract/money';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import styles from './games.module.css';
import { canLaunch } from './launch.ts';

/** Notices to read first: credit in transit, a closed provider, or no way to open the game from here. */
export function GameNotices({ account, currency }: { account: GameAccount; currency: Currency }) {
  const t = useT();
  const { refresh } = useWallet();
  const { isActive, isDown, name, transitMinor } = account;
  return (
    <div className={styles.notices} role="status">
      {transitMinor > 0n && (
        <Notice icon="clock">{t('games.transit', { amount: formatMoney(transitMinor, currency) })}</Notice>
      )}
      {isActive && isDown && (
        <Notice
          icon="offline"
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={refresh}>
              {t('games.checkAgain')}
            </Button>
          }
        >
          {t('games.down', { name })}
        </Notice>
      )}
      {isActive && !canLaunch(account) && <Notice icon="info">{t('games.noWay')}</Notice>}
    </div>
  );
}

function Notice({ icon, action, children }: { icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Icon name={icon} size={20} />
      <p>{children}</p>
      {action}
    </div>
  );
}
