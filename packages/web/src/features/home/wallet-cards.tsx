import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Segmented } from '../../ui/choice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './wallet-cards.module.css';

interface WalletCardsProps {
  cash: ReactNode;
  bonus: ReactNode;
}

/** The cash card and the bonus card: side by side where there is room, else one of them with a switch. */
export function WalletCards({ cash, bonus }: WalletCardsProps) {
  const t = useT();
  const [shown, setShown] = useState<'cash' | 'bonus'>('cash');
  const hasBonus = (useWallet().userInfo?.inviteAmountMinor ?? 0n) > 0n;
  return (
    <div className={styles.cards}>
      <div className={styles.switch}>
        <Segmented
          label={t('home.cards')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'cash', label: t('home.cash') },
            {
              value: 'bonus',
              label: (
                <span className={styles.option}>
                  {t('home.bonus')}
                  {hasBonus && <span className={styles.dot} aria-hidden />}
                </span>
              ),
            },
          ]}
        />
      </div>
      <div className={classNames(styles.card, shown !== 'cash' && styles.away)}>{cash}</div>
      <div className={classNames(styles.card, shown !== 'bonus' && styles.away)}>{bonus}</div>
    </div>
  );
}
