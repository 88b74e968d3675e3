import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/limits';
import { CURRENCIES, type Currency } from '@krapao/contract/money';
import { useState, type ReactNode } from 'react';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { BankMark } from '../../ui/bank-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { DepositBank, QrAccount } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { othersThan } from './qr-state.ts';
import { QrView } from './qr-view.tsx';

interface QrGroupProps {
  accounts: readonly QrAccount[];
  /** Currency of an account that does not name a known one. */
  memberCurrency: Currency;
  onEnded: () => Promise<void>;
  onDone: () => void;
}

/** The accounts that are paid by QR code, one of them open at a time. */
export function QrGroup({ accounts, memberCurrency, onEnded, onDone }: QrGroupProps) {
  const t = useT();
  const [openProvider, setOpenProvider] = useState(accounts[0]?.provider);
  // Whatever was known before the modal opened counts as out of date.
  const [outdated, setOutdated] = useState<ReadonlySet<QrProvider>>(() => new Set(QR_PROVIDERS));
  const single = accounts.length === 1;

  const viewOf = ({ provider, account }: QrAccount) => (
    <QrView
      key={provider}
      provider={provider}
      currency={currencyOf(account, memberCurrency)}
      payee={account.bankAccountName}
      needsRefresh={outdated.has(provider)}
      onRefreshed={() => setOutdated((flags) => without(flags, provider))}
      onCreated={() => setOutdated(othersThan(provider))}
      onEnded={onEnded}
      onDone={onDone}
    />
  );

  return (
    <section className={styles.group} aria-labelledby="deposit-qr">
      <h3 id="deposit-qr" className={styles.groupTitle}>
        <Icon name="qr" size={20} />
        {t('deposit.qrGroup')}
      </h3>
      <p className={styles.credited}>{t('deposit.credited')}</p>
      {accounts.map((item) =>
        single ? (
          viewOf(item)
        ) : (
          <Method
            key={item.provider}
            account={item.account}
            isOpen={item.provider === openProvider}
            onToggle={() => setOpenProvider(item.provider === openProvider ? undefined : item.provider)}
          >
            {viewOf(item)}
          </Method>
        ),
      )}
    </section>
  );
}

interface MethodProps {
  account: DepositBank;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** One way to pay, which unfolds when it is pressed. */
function Method({ account, isOpen, onToggle, children }: MethodProps) {
  const locale = useLocale();
  return (
    <div className={styles.method}>
      <button type="button" className={styles.methodButton} aria-expanded={isOpen} onClick={onToggle}>
        <BankMark code={account.bankCode} size={36} icon="qr" />
        <span className={styles.methodName}>{bankName(account.bank, locale)}</span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={20} />
      </button>
      {isOpen && <div className={styles.methodBody}>{children}</div>}
    </div>
  );
}

function currencyOf({ currency }: DepositBank, fallback: Currency): Currency {
  return CURRENCIES.find((known) => known === currency) ?? fallback;
}

function without(flags: ReadonlySet<QrProvider>, provider: QrProvider): ReadonlySet<QrProvider> {
  if (!flags.has(provider)) return flags;
  return new Set([...flags].filter((flagged) => flagged !== provider));
}
