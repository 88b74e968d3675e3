import { minor, type Minor } from '@krapao/contract/money';
import { useLayoutEffect, useRef } from 'react';
import { maskAccountNo } from '../../lib/account-no.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Detail, Details } from '../../ui/layout.tsx';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import styles from './withdraw.module.css';

interface WithdrawSummaryProps {
  amountMinor: Minor;
  userInfo: UserInfo;
}

/** Summary of the withdrawal, shown before the confirmation. */
export function WithdrawSummary({ amountMinor, userInfo }: WithdrawSummaryProps) {
  const t = useT();
  const locale = useLocale();
  const ref = useRef<HTMLDivElement>(null);
  // Before it is painted: focus that moves after a player's next Tab would undo it.
  useLayoutEffect(() => ref.current?.focus(), []);
  const { bankAccount, currency, wallet } = userInfo;
  const leftMinor = minor(wallet.amountMinor > amountMinor ? wallet.amountMinor - amountMinor : 0n);
  return (
    <div ref={ref} tabIndex={-1} className={styles.summary}>
      <p className={styles.figure}>
        <span>{t('withdraw.youGet')}</span>
        <Amount value={amountMinor} currency={currency} smallDecimals className={styles.amount} />
      </p>
      <div className={styles.sheet}>
        <Details>
          <Detail label={t('withdraw.bank')}>{bankName(bankAccount.bank, locale)}</Detail>
          <Detail label={t('withdraw.holder')}>
            <span translate="no">{bankAccount.bankAccountName}</span>
          </Detail>
          <Detail label={t('withdraw.accountNo')}>{maskAccountNo(bankAccount.bankAccountNo)}</Detail>
          <Detail label={t('withdraw.balanceAfter')}>
            <Amount value={leftMinor} currency={currency} />
          </Detail>
        </Details>
      </div>
      <p className={styles.note}>{t('withdraw.noUndo')}</p>
    </div>
  );
}
