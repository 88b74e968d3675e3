import { groupAccountNo } from '../../lib/account-no.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { formatMoney } from '../../lib/money.ts';
import { BankRow } from '../../ui/bank-row.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { ProtectionLine } from '../protection/protection-api.tsx';
import { LimitNote, useIsStopped } from '../protection/stop-api.tsx';
import { Channels } from './channels.tsx';
import styles from './deposit.module.css';
import { Received } from './received.tsx';
import { useIncomingPayments } from './use-incoming-payments.ts';
import { useGuardedCopy } from './use-guarded-copy.ts';

/** All deposit channels, below the member's own bank account. */
export function DepositModal({ onClose }: ModalComponentProps<'deposit'>) {
  const t = useT();
  const { userInfo } = useWallet();
  const { receivedMinor, heldMinor, check, tell, dismiss } = useIncomingPayments();
  const copy = useGuardedCopy();
  const isStopped = useIsStopped();
  const isFirst = userInfo?.standing?.ask === 'limit';
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
          heldMinor={heldMinor}
          balanceMinor={userInfo.wallet.amountMinor}
          currency={userInfo.currency}
          onAgain={dismiss}
          onClose={() => onClose({ refresh: true })}
        />
      ) : (
        <div className={styles.modal}>
          {isFirst && (
            <div className={styles.firstLimit}>
              <p>{t('deposit.firstLimit')}</p>
              <ProtectionLine />
            </div>
          )}
          <LimitNote kind="deposit" />
          {!isStopped && (
            <>
              <OwnAccount userInfo={userInfo} onCopy={copy} />
              <Channels
                userInfo={userInfo}
                onCopy={copy}
                onQrEnded={check}
                onDone={finish}
                onCredited={tell}
              />
            </>
          )}
          {!isFirst && <ProtectionLine />}
        </div>
      )}
    </Dialog>
  );
}

interface OwnAccountProps {
  userInfo: UserInfo | undefined;
  onCopy: (text: string) => Promise<void>;
}

/** The member's bank account, to copy. */
function OwnAccount({ userInfo, onCopy }: OwnAccountProps) {
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
        action={<CopyButton text={bankAccountNo} label={t('deposit.accountNo')} onCopy={onCopy} />}
      />
    </section>
  );
}
