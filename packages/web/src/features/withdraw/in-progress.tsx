import { MAX_PAGE_SIZE } from '@krapao/contract/limits';
import type { Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { useId } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { openModal } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { Amount } from '../../ui/amount.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCancelWithdrawal } from '../../operations/use-cancel-withdrawal.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import styles from './withdraw.module.css';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

/** Polling interval of payouts in progress. */
const POLL_MS = 4_000;

/**
 * Withdrawals that the bank has not decided on, newest first; those not yet given to the bank can be
 * cancelled.
 */
export function InProgress({ userInfo: { wallet, currency } }: { userInfo: UserInfo }) {
  const t = useT();
  const headingId = useId();
  // Money in progress is always held: while none is held, there is nothing to load.
  const { data } = useApi(
    wallet.transitMinor > 0n ? 'POST /api/statement' : null,
    { body: { page: 1, limit: MAX_PAGE_SIZE } },
    { refreshInterval: POLL_MS },
  );
  const payouts = data?.statements.filter(isOpenPayout) ?? [];
  if (payouts.length === 0) return null;
  return (
    <section className={styles.inProgress} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('withdraw.inProgress')}</h3>
      <ul className={styles.list}>
        {payouts.map((item) => (
          <Payout key={item._id} item={item} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

const isOpenPayout = ({ statementType, status }: Item) =>
  statementType === 'withdraw' && status === 'PENDING';

function Payout({ item, currency }: { item: Item; currency: Currency }) {
  const t = useT();
  const cancel = useCancelWithdrawal();
  const { data: receipt } = useApi(
    'GET /api/statement/item/:transferId',
    { params: { transferId: item._id } },
    { refreshInterval: POLL_MS },
  );
  const amountMinor = minorOf(item.amount);
  const delayedUntil = receipt?.steps.find(({ step }) => step === 'delayed')?.at;
  const stateText = () => {
    if (receipt?.steps.some(({ step }) => step === 'review')) return t('withdraw.reviewed');
    if (delayedUntil !== undefined) return t('withdraw.delayedUntil', { time: formatDateTime(delayedUntil) });
    const isSent = receipt?.steps.some(({ step }) => step === 'sent') ?? false;
    return t(isSent ? 'withdraw.withBank' : 'withdraw.preparing');
  };
  return (
    <li>
      <button
        type="button"
        className={styles.payout}
        aria-haspopup="dialog"
        onClick={() => void openModal('receipt', { transferId: item._id })}
      >
        <span className="visually-hidden">{t('withdraw.details')} </span>
        <Icon name="clock" size={20} />
        <Amount value={amountMinor} currency={currency} className={styles.payoutAmount} />
        <span className={styles.payoutState}>{receipt && stateText()}</span>
      </button>
      {receipt?.canCancel && (
        <IconButton
          icon="close-circle"
          label={t('withdraw.cancel')}
          onClick={() =>
            cancel({ transferId: item._id, amountMinor, currency, isFromHeld: item.held !== undefined })
          }
        />
      )}
    </li>
  );
}
