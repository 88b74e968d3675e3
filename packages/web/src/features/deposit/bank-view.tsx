import type { ReactNode } from 'react';
import { groupAccountNo } from '../../lib/account-no.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { BankMark } from '../../ui/bank-row.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import card from './channel-card.module.css';
import { channelTitle } from './channel-text.ts';
import type { BankChannel } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { SlipNote } from './slip-note.tsx';
import { TransferGuide } from './transfer-guide.tsx';

interface BankViewProps {
  channel: BankChannel;
  onCopy: (text: string) => Promise<void>;
}

/** Deposit by transfer to one of the operator's bank accounts. */
export function BankView({ channel, onCopy }: BankViewProps) {
  const t = useT();
  const { account, view } = channel;
  return (
    <div className={styles.form}>
      <AccountCard channel={channel} onCopy={onCopy} />
      {view === 'numbered' && <TransferGuide />}
      {view === 'manual' && (
        <p className={styles.advice}>
          <Icon name="receipt" size={20} />
          <span>{t('deposit.manualHint')}</span>
        </p>
      )}
      <ul className={styles.terms}>
        <li>
          <Icon name="user" size={20} />
          {t('deposit.ownOnly')}
        </li>
        <li>
          <Icon name="clock" size={20} />
          {t('deposit.credited')}
        </li>
      </ul>
      <SlipNote isMain={view === 'manual'} />
      <div className={styles.reach}>
        <Button icon="copy" wide onClick={() => onCopy(account.bankAccountNo)}>
          {t('deposit.copyNo')}
        </Button>
      </div>
    </div>
  );
}

function AccountCard({ channel, onCopy }: BankViewProps) {
  const t = useT();
  const locale = useLocale();
  const { account, view } = channel;
  const { bankCode, bankAccountName, bankAccountNo, currency } = account;
  return (
    <section className={card.card} aria-label={t('deposit.payTo')}>
      <header className={card.head}>
        <BankMark code={bankCode} size={52} />
        <p className={card.names}>
          <strong>{channelTitle(channel, bankName(account.bank, locale))}</strong>
          <span>{t('deposit.payTo')}</span>
        </p>
      </header>
      <dl className={card.facts}>
        <Fact
          label={t('deposit.accountNo')}
          isBig
          action={<CopyButton text={bankAccountNo} label={t('deposit.accountNo')} onCopy={onCopy} />}
        >
          {groupAccountNo(bankAccountNo)}
        </Fact>
        <Fact
          label={t('deposit.accountName')}
          action={<CopyButton text={bankAccountName} label={t('deposit.accountName')} onCopy={onCopy} />}
        >
          {bankAccountName}
        </Fact>
        {view === 'numbered' && <Fact label={t('deposit.currency')}>{currencyName(currency, t)}</Fact>}
      </dl>
    </section>
  );
}

interface FactProps {
  label: string;
  children: string;
  isBig?: boolean;
  action?: ReactNode;
}

function Fact({ label, children, isBig = false, action }: FactProps) {
  return (
    <div className={card.fact}>
      <dt>{label}</dt>
      <dd>
        <span className={isBig ? card.big : undefined} translate="no">
          {children}
        </span>
        {action}
      </dd>
    </div>
  );
}

function currencyName(currency: string, t: ReturnType<typeof useT>): string {
  if (currency === 'BAHT') return t('deposit.baht');
  return currency === 'LAK' ? t('deposit.kip') : currency;
}
