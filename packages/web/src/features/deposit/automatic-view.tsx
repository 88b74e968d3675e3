import { EWALLET_MINIMUM } from '@krapao/contract/limits';
import { MINOR_PER_MAJOR, type Currency, type Minor } from '@krapao/contract/money';
import { groupAccountNo } from '../../lib/account-no.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { walletName, type DepositWallet } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { WalletCard } from './wallet-card.tsx';

const MINIMUM = (BigInt(EWALLET_MINIMUM) * MINOR_PER_MAJOR) as Minor;

interface AutomaticViewProps {
  wallet: DepositWallet;
  /** The member's registered phone, which identifies the transfer. */
  phone: string;
  currency: Currency;
  onCopy: (text: string) => Promise<void>;
}

/** Deposit by a plain transfer between wallets, matched by the sender's phone. */
export function AutomaticView({ wallet, phone, currency, onCopy }: AutomaticViewProps) {
  const t = useT();
  const { walletAccountNo } = wallet;
  return (
    <div className={styles.form}>
      <WalletCard name={walletName(wallet)} kind={t('deposit.automatic')}>
        {walletAccountNo && (
          <>
            <span translate="no">{groupAccountNo(walletAccountNo)}</span>
            <CopyButton text={walletAccountNo} label={t('deposit.walletNo')} onCopy={onCopy} />
          </>
        )}
      </WalletCard>
      <ul className={styles.terms}>
        <li>
          <Icon name="coin" size={20} />
          {t('deposit.autoMinimum', { amount: formatMoney(MINIMUM, currency) })}
        </li>
        <li>
          <Icon name="phone" size={20} />
          {t('deposit.autoPhone', { phone: groupAccountNo(phone) })}
        </li>
        <li>
          <Icon name="clock" size={20} />
          {t('deposit.credited')}
        </li>
      </ul>
      {walletAccountNo && (
        <div className={styles.reach}>
          <Button icon="copy" wide onClick={() => onCopy(walletAccountNo)}>
            {t('deposit.copyWallet')}
          </Button>
        </div>
      )}
    </div>
  );
}
