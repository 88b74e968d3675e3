import { useMemo } from 'react';
import { groupAccountNo } from '../../lib/account-no.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { formatMoney } from '../../lib/money.ts';
import { useApi } from '../../lib/use-api.ts';
import { BankRow } from '../../ui/bank-row.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from '../session/use-wallet.ts';
import type { UserInfo } from '../session/wallet-state.ts';
import { qrAccounts } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { FormPlaceholder } from './form-placeholder.tsx';
import { QrGroup } from './qr-group.tsx';
import { Received } from './received.tsx';
import { useArrivals } from './use-arrivals.ts';

/** Every way to put money into the wallet, under the member's own bank account. */
export function DepositModal({ onClose }: ModalComponentProps<'deposit'>) {
  const t = useT();
  const { userInfo } = useWallet();
  const { receivedMinor, check, dismiss } = useArrivals();
  const hasArrived = userInfo !== undefined && receivedMinor > 0n;

  const finish = () => {
    toast.info(t('deposit.doneHint'));
    onClose({ refresh: true });
  };

  return (
    <Dialog title={t('deposit.title')} onClose={() => onClose()}>
      <p className="visually-hidden" role="status">
        {hasArrived && t('deposit.received', { amount: formatMoney(receivedMinor, userInfo.currency) })}
      </p>
      {hasArrived ? (
        <Received
          receivedMinor={receivedMinor}
          balanceMinor={userInfo.wallet.amountMinor}
          currency={userInfo.currency}
          onAgain={dismiss}
          onClose={() => onClose({ refresh: true })}
        />
      ) : (
        <div className={styles.modal}>
          <OwnAccount userInfo={userInfo} />
          <Methods userInfo={userInfo} onEnded={check} onDone={finish} />
        </div>
      )}
    </Dialog>
  );
}

/** The account the member pays from, to copy into whatever asks for it. */
function OwnAccount({ userInfo }: { userInfo: UserInfo | undefined }) {
  const t = useT();
  const locale = useLocale();
  if (!userInfo) return <Skeleton height={114} />;
  const { bank, bankAccountName, bankAccountNo } = userInfo.bankAccount;
  return (
    <section className={styles.own} aria-labelledby="deposit-own">
      <h3 id="deposit-own" className={styles.ownTitle}>
        {t('deposit.ownAccount')}
      </h3>
      <BankRow
        code={bank.code}
        bank={bankName(bank, locale)}
        holder={bankAccountName}
        accountNo={groupAccountNo(bankAccountNo)}
        action={<CopyButton text={bankAccountNo} label={t('deposit.accountNo')} />}
      />
    </section>
  );
}

interface MethodsProps {
  userInfo: UserInfo | undefined;
  onEnded: () => Promise<void>;
  onDone: () => void;
}

/** The operator's accounts, in the groups that have any. */
function Methods({ userInfo, onEnded, onDone }: MethodsProps) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/deposit', undefined, { revalidateOnFocus: false });
  const byQr = useMemo(() => (data ? qrAccounts(data) : []), [data]);

  if (!data && error !== undefined) return <LoadFailed onRetry={() => mutate()} />;
  if (!data || !userInfo) {
    return (
      <div className={styles.group}>
        <Skeleton width="60%" height={49} />
        <FormPlaceholder />
      </div>
    );
  }
  if (byQr.length === 0) {
    return (
      <EmptyState icon="bank" title={t('deposit.none')} onRetry={() => mutate()}>
        {t('deposit.noneHint')}
      </EmptyState>
    );
  }
  return <QrGroup accounts={byQr} memberCurrency={userInfo.currency} onEnded={onEnded} onDone={onDone} />;
}
