import { minor } from '@krapao/contract/money';
import { useId, useState } from 'react';
import { maskAccountNo } from '../../lib/account-no.ts';
import { messageText } from '../../lib/api-error.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { formatMoney, parseTyped } from '../../lib/money.ts';
import { useBackLayer } from '../../lib/use-back-layer.ts';
import { Amount } from '../../ui/amount.tsx';
import { BankRow } from '../../ui/bank-row.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { CollectButton } from '../../operations/collect-button.tsx';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { InProgress } from './in-progress.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { canWithdraw, WholeForm } from './whole-form.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawSummary } from './withdraw-summary.tsx';
import styles from './withdraw.module.css';

/** Withdraws from the main wallet to the member's bank account: amount, summary, confirmation. */
export function WithdrawModal({ onClose }: ModalComponentProps<'withdraw'>) {
  const t = useT();
  const formId = useId();
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const { step, sending, retry, review, send } = useWithdrawal(onClose);
  useBackLayer(step.at === 'confirm', () => !sending && review(null), step.at);

  const footer = () => {
    if (step.at === 'amount' || step.at === 'loading') {
      const canReview =
        step.at === 'amount' &&
        (step.bonus ? canWithdraw(step.bonus) : isWhole || (parseTyped(text) ?? 0n) > 0n);
      return (
        <Button type="submit" form={formId} disabled={!canReview} wide>
          {t('withdraw.review')}
        </Button>
      );
    }
    if (step.at !== 'confirm') return undefined;
    return (
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={sending} onClick={() => review(null)}>
          {t('kit.back')}
        </Button>
        <Button onClick={send}>{t('withdraw.submit')}</Button>
      </div>
    );
  };

  return (
    <Dialog
      title={t(step.at === 'confirm' ? 'withdraw.confirmTitle' : 'withdraw.title')}
      busy={sending}
      onClose={() => onClose()}
      footer={footer()}
    >
      {step.at === 'loading' && <Loading />}
      {step.at === 'failed' && <LoadFailed onRetry={retry} />}
      {step.at === 'noBank' && <EmptyState icon="bank" title={messageText('NO_BANK')} />}
      {step.at === 'amount' && (
        <div className={styles.modal}>
          <Available userInfo={step.userInfo} isBlocked={step.bonus !== null && !canWithdraw(step.bonus)} />
          <InGames userInfo={step.userInfo} />
          {step.bonus ? (
            <WholeForm
              id={formId}
              bonus={step.bonus}
              currency={step.userInfo.currency}
              limits={step.limits}
              onSubmit={review}
            />
          ) : (
            <WithdrawForm
              id={formId}
              text={text}
              onText={setText}
              isWhole={isWhole}
              onWhole={setWhole}
              currency={step.userInfo.currency}
              limits={step.limits}
              onSubmit={review}
            />
          )}
          <Destination userInfo={step.userInfo} />
          <InProgress userInfo={step.userInfo} />
        </div>
      )}
      {step.at === 'confirm' && (
        <WithdrawSummary amountMinor={step.request.amountMinor} userInfo={step.userInfo} />
      )}
    </Dialog>
  );
}

interface AvailableProps {
  userInfo: UserInfo;
  /** The balance cannot be withdrawn yet, and must not be called available. */
  isBlocked: boolean;
}

function Available({ userInfo: { wallet, currency }, isBlocked }: AvailableProps) {
  const t = useT();
  return (
    <section className={styles.available}>
      <span className={styles.label}>{t(isBlocked ? 'home.mainWallet' : 'withdraw.available')}</span>
      <span aria-live="polite">
        <Amount value={wallet.amountMinor} currency={currency} smallDecimals className={styles.balance} />
      </span>
      {wallet.transitMinor > 0n && (
        <span className={styles.label}>
          {t('withdraw.inTransit', { amount: formatMoney(wallet.transitMinor, currency) })}
        </span>
      )}
    </section>
  );
}

/** Credit in games, which cannot be withdrawn from there: its amount, and the button that collects it. */
function InGames({ userInfo }: { userInfo: UserInfo }) {
  const t = useT();
  const { totalMinor, wallet, currency } = userInfo;
  const inGamesMinor = minor(totalMinor - wallet.amountMinor);
  if (inGamesMinor <= 0n) return null;
  return (
    <section className={styles.inGames}>
      <p>
        <Icon name="gamepad" size={20} />
        {t('withdraw.inGames', { amount: formatMoney(inGamesMinor, currency) })}
      </p>
      <CollectButton userInfo={userInfo} disabled={false} onDone={() => undefined} />
    </section>
  );
}

function Destination({ userInfo: { bankAccount } }: { userInfo: UserInfo }) {
  const t = useT();
  const locale = useLocale();
  const { bank, bankAccountName, bankAccountNo } = bankAccount;
  return (
    <section className={styles.destination} aria-labelledby="withdraw-to">
      <h3 id="withdraw-to">{t('withdraw.destination')}</h3>
      <BankRow
        code={bank.code}
        bank={bankName(bank, locale)}
        holder={bankAccountName}
        accountNo={maskAccountNo(bankAccountNo)}
      />
    </section>
  );
}

function Loading() {
  return (
    <div className={styles.modal} aria-busy>
      <Skeleton height={95} />
      <Skeleton height={113} />
      <Skeleton height={96} />
    </div>
  );
}
