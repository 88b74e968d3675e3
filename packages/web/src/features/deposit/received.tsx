import type { Currency, Minor } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './received.module.css';

interface ReceivedProps {
  receivedMinor: Minor;
  /** Its part that is in the held balance. */
  heldMinor: Minor;
  balanceMinor: Minor;
  currency: Currency;
  onAgain: () => void;
  onClose: () => void;
}

/** Tells the amount received and the new balance. */
export function Received(props: ReceivedProps) {
  const { receivedMinor, heldMinor, balanceMinor, currency, onAgain, onClose } = props;
  const t = useT();
  return (
    <div className={styles.received}>
      <span className={styles.badge}>
        <Icon name="check" size={40} />
      </span>
      <h3 className={styles.title}>{t(heldMinor > 0n ? 'deposit.heldTitle' : 'deposit.receivedTitle')}</h3>
      <Amount value={receivedMinor} currency={currency} sign="+" smallDecimals className={styles.amount} />
      {heldMinor > 0n && (
        <p className={styles.balance}>
          {t('deposit.heldPart', { amount: formatMoney(heldMinor, currency) })}
        </p>
      )}
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
