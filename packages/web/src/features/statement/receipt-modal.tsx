import type { Currency } from '@krapao/contract/money';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useServerNow } from '../../ui/time.tsx';
import { useCancelWithdrawal } from '../../operations/use-cancel-withdrawal.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { Facts } from './receipt-facts.tsx';
import { keptBy, nextOf, NOTE_TEXT, whyOf, type Receipt } from './receipt-rules.ts';
import { receiptText, storyText } from './receipt-text.ts';
import styles from './receipt.module.css';
import { canShare, shareText } from './share-receipt.ts';
import {
  iconOf,
  linkedText,
  placeName,
  PROGRESS_TEXT,
  PROGRESS_TONE,
  progressOf,
  signOf,
  typeTextOf,
} from './statement-rules.ts';
import { Timeline } from './timeline.tsx';
import { usePlaceNames } from './use-place-names.ts';
import { useReceipt } from './use-receipt.ts';

const TICK_MS = 5_000;

/** One movement of money with its timeline; a withdrawal not yet given to the bank can be cancelled. */
export function ReceiptModal({ props: { transferId }, onClose }: ModalComponentProps<'receipt'>) {
  const t = useT();
  // Credit moved from game to game has two receipts, and each links to the other.
  const [shownId, setShownId] = useState(transferId);
  const { receipt, error, retry } = useReceipt(shownId);
  const currency = useWallet().userInfo?.currency;
  const isShown = receipt !== undefined && currency !== undefined;
  const isMissing = error instanceof ApiError && error.code === 'NO_DATA';
  return (
    <Dialog
      title={t('statement.receipt')}
      onClose={() => onClose()}
      footer={isShown && <Actions receipt={receipt} currency={currency} />}
    >
      {isShown && <ReceiptBody receipt={receipt} currency={currency} onOther={setShownId} />}
      {!isShown && error === undefined && <Placeholder />}
      {!isShown && isMissing && <EmptyState icon="receipt" title={t('statement.notFound')} />}
      {!isShown && error !== undefined && !isMissing && <LoadFailed onRetry={retry} />}
    </Dialog>
  );
}

interface ReceiptProps {
  receipt: Receipt;
  currency: Currency;
}

interface OtherProps {
  /** Shows another movement in place of this one. */
  onOther: (transferId: string) => void;
}

function Actions({ receipt, currency }: ReceiptProps) {
  const t = useT();
  const names = usePlaceNames();
  const share = () =>
    shareText(t('statement.receipt'), receiptText({ receipt, currency, names }, serverNow()));
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon={canShare() ? 'send' : 'copy'} wide onClick={share}>
        {t(canShare() ? 'statement.share' : 'statement.copyReceipt')}
      </Button>
      {receipt.canCancel && <CancelButton receipt={receipt} currency={currency} />}
    </div>
  );
}

function CancelButton({ receipt, currency }: ReceiptProps) {
  const t = useT();
  const cancel = useCancelWithdrawal();
  const withdrawal = {
    transferId: receipt._id,
    amountMinor: minorOf(receipt.amount),
    currency,
    isFromHeld: receipt.held !== undefined,
  };
  return (
    <Button variant="secondary" icon="close-circle" wide onClick={() => cancel(withdrawal)}>
      {t('withdraw.cancel')}
    </Button>
  );
}

function ReceiptBody({ receipt, currency, onOther }: ReceiptProps & OtherProps) {
  const t = useT();
  const names = usePlaceNames();
  const progress = progressOf(receipt.status);
  const linked = linkedText(receipt);
  return (
    <div className={styles.receipt}>
      <div className={styles.head} data-progress={progress}>
        <span className={styles.mark}>
          <Icon name={iconOf(receipt)} size={26} />
        </span>
        <p className={styles.type}>{t(typeTextOf(receipt))}</p>
        <Amount
          value={minorOf(receipt.amount)}
          currency={currency}
          sign={signOf(receipt)}
          smallDecimals
          className={styles.amount}
        />
        <span role="status">
          <StatusChip tone={PROGRESS_TONE[progress]}>{t(PROGRESS_TEXT[progress])}</StatusChip>
        </span>
        <p className={styles.story}>{storyText({ receipt, currency, names })}</p>
        {linked && <p className={styles.linked}>{linked}</p>}
      </div>
      <Places receipt={receipt} />
      <Remarks receipt={receipt} />
      <Next receipt={receipt} />
      <section aria-labelledby="receipt-progress">
        <h3 id="receipt-progress" className={styles.heading}>
          {t('statement.progress')}
        </h3>
        <Timeline receipt={receipt} />
      </section>
      <Facts receipt={receipt} currency={currency} onOther={onOther} />
    </div>
  );
}

/** Source and target, side by side. */
function Places({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const names = usePlaceNames();
  const from = placeName(receipt.from, names);
  const to = placeName(receipt.to, names);
  return (
    <dl className={styles.places}>
      {from && (
        <div>
          <dt>{t('transfer.from')}</dt>
          <dd>{from}</dd>
        </div>
      )}
      {from && to && <Icon name="arrow-right" size={20} />}
      {to && (
        <div>
          <dt>{t('transfer.to')}</dt>
          <dd>{to}</dd>
        </div>
      )}
    </dl>
  );
}

/** Exceptional circumstances, and for a failed movement the reason and the place of the money. */
function Remarks({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const names = usePlaceNames();
  const isFailed = progressOf(receipt.status) === 'failed';
  const isCancelled = whyOf(receipt) === 'statement.whyCancelled';
  const keeper = keptBy(receipt);
  return (
    <>
      {isFailed && (
        <p className={styles.remark} data-tone={isCancelled ? undefined : 'failed'}>
          <Icon name={isCancelled ? 'info' : 'alert'} size={20} />
          <span>
            <strong>{t(whyOf(receipt))}</strong>{' '}
            {keeper === null
              ? t(receipt.held === undefined ? 'statement.backInWallet' : 'statement.backInHeld')
              : receipt.statementType === 'transfer' &&
                t('statement.stillInGame', { name: placeName(keeper, names) })}
          </span>
        </p>
      )}
      {receipt.note && !isFailed && (
        <p className={styles.remark}>
          <Icon name="info" size={20} />
          <span>{t(NOTE_TEXT[receipt.note].full)}</span>
        </p>
      )}
    </>
  );
}

/** Next step of a movement in progress, so that players need not wonder whether to press again. */
function Next({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const next = nextOf(receipt, useServerNow(TICK_MS));
  if (next === null) return null;
  return (
    <p className={styles.remark} data-tone="next">
      <Icon name="clock" size={20} />
      <span>
        <strong>{t('statement.nextTitle')}</strong> {t(next)}
        {receipt.asking && (
          <span className={styles.asked}>
            {t('statement.asked', {
              count: receipt.asking.attempts,
              time: formatDateTime(receipt.asking.nextAt).slice(-8),
            })}
          </span>
        )}
      </span>
    </p>
  );
}

function Placeholder() {
  return (
    <div className={styles.receipt} aria-busy>
      <Skeleton height={170} />
      <Skeleton height={72} />
      <Skeleton height={130} />
      <Skeleton height={112} />
    </div>
  );
}
