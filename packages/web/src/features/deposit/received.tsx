import type { Currency, Minor } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './received.module.css';

interface ReceivedProps {
  receivedMinor: Minor;
  balanceMinor: Minor;
  currency: Currency;
  onAgain: () => void;
  onClose: () => void;
}

/** Tells the amount received and the new balance. */
export function Received({ receivedMinor, balanceMinor, currency, onAgain, onClose }: ReceivedProps) {
  const t = useT();
  return (
    <div className={styles.received}>
      <span className={styles.badge}>
        <Icon name="check" size={40} />
      </span>
      <h3 className={styles.title}>{t('deposit.receivedTitle')}</h3>
      <Amount value={receivedMinor} currency={currency} sign="+" smallDecimals className={styles.amount} />
      <p className={styles.balance}>
        {t('deposit.balanceNow')} <Amount value={balanceMinor} currency={currency} />
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose} autoFocus wide>
          {t('kit.ok')}
        </Button>
        <Button variant="ghost" onClick={onAgain} wide>
          {t('deposit.again')}
        </Button>
      </div>
    </div>
  );
}
