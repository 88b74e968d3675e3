import type { Documented } from '../../lib/documented.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { usePageOf } from '../../lib/use-page-of.ts';
import type { ResponseBody } from '@krapao/contract/routes';
import type { Currency } from '@krapao/contract/money';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoneyLog } from '../../ui/money-log.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './refund.module.css';
import { useReceiveRefund } from './use-refund.ts';

type Check = ResponseBody<'GET /api/refund/check'>;
type Refund = Documented<ResponseBody<'POST /api/refund'>['refunds'][number], '_id'>;

/** The refund available on losses, its rates, and the refunds received so far. */
export function RefundModal({ onClose }: ModalComponentProps<'refund'>) {
  const t = useT();
  const { data: check, error, mutate } = useApi('GET /api/refund/check');
  const currency = useWallet().userInfo?.currency;
  return (
    <Dialog title={t('refund.title')} onClose={() => onClose()} footer={<ReceiveButton check={check} />}>
      <div className={styles.modal}>
        {check && <Refund check={check} currency={currency} />}
        {!check && error === undefined && <Skeleton height={150} />}
        {!check && error !== undefined && <LoadFailed onRetry={() => mutate()} />}
        <RefundLog currency={currency} />
      </div>
    </Dialog>
  );
}

/** True when there is a refund to receive and no bonus blocks it. */
const canReceive = ({ result, bonus, refundAmount }: Check) => result && !bonus && minorOf(refundAmount) > 0n;

function ReceiveButton({ check }: { check: Check | undefined }) {
  const t = useT();
  const receive = useReceiveRefund();
  return (
    <Button icon="wallet" wide disabled={!check || !canReceive(check)} onClick={receive}>
      {t('refund.receive')}
    </Button>
  );
}

function Refund({ check, currency }: { check: Check; currency: Currency | undefined }) {
  const t = useT();
  return (
    <section className={styles.refund}>
      <div className={styles.card}>
        <span className={styles.label}>{t('refund.amount')}</span>
        <span className={styles.amount} aria-live="polite">
          <Amount value={minorOf(check.refundAmount)} currency={currency} smallDecimals />
        </span>
        <dl className={styles.rates}>
          <div>
            <dt>{t('refund.success')}</dt>
            <dd>{check.refundSuccess}%</dd>
          </div>
          <div>
            <dt>{t('refund.fail')}</dt>
            <dd>{check.refundFail}%</dd>
          </div>
        </dl>
      </div>
      {check.bonus && (
        <p className={styles.waits}>
          <Icon name="lock" size={20} />
          {t('refund.bonusActive')}
        </p>
      )}
      {check.info !== '' && <SafeHtml html={check.info} className={styles.info} />}
    </section>
  );
}

function RefundLog({ currency }: { currency: Currency | undefined }) {
  const t = useT();
  const { page, turnTo, reply, isTurning, error, retry } = usePageOf('POST /api/refund');
  const items = reply?.refunds.map(({ _id, refundAmount, createdAt }: Refund) => ({
    id: _id,
    title: t('refund.one'),
    at: createdAt,
    amountMinor: minorOf(refundAmount),
  }));
  return (
    <MoneyLog
      title={t('refund.log')}
      items={items}
      total={reply?.total}
      currency={currency}
      page={page}
      onPage={turnTo}
      isTurning={isTurning}
      error={error}
      onRetry={retry}
      empty={
        <EmptyState icon="refresh" title={t('refund.none')}>
          {t('refund.noneHint')}
        </EmptyState>
      }
    />
  );
}
