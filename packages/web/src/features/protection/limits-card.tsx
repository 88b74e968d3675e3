import type { LimitKind, LimitPeriod } from '@krapao/contract/protection';
import type { Currency } from '@krapao/contract/money';
import { useId } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Limit, Protection } from './types.ts';
import styles from './protection.module.css';
import { PendingNote } from './pending-note.tsx';
import { KIND_TEXT, limitOf, PERIOD_TEXT, PERIODS } from './texts.ts';
import { useChange } from './use-change.ts';

interface LimitsProps {
  kind: LimitKind;
  protection: Protection;
  currency: Currency;
}

/** The limits of one kind by day, week and month, each with what it leaves. A press on one changes it. */
export function LimitsCard({ kind, protection, currency }: LimitsProps) {
  const t = useT();
  const headingId = useId();
  const find = (period: LimitPeriod) => limitOf(protection.limits, { kind, period });
  return (
    <Card className={styles.card}>
      <h2 id={headingId}>{t(KIND_TEXT[kind])}</h2>
      {kind === 'loss' && <p className={styles.quiet}>{t('protection.lossHint')}</p>}
      <ul className={styles.limits}>
        {PERIODS.map((period) => (
          <li key={period}>
            <LimitRow
              headingId={headingId}
              kind={kind}
              period={period}
              limit={find(period)}
              currency={currency}
            />
            <Pending limit={find(period)} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  /** Heading of the kind, which describes the button. */
  headingId: string;
  kind: LimitKind;
  period: LimitPeriod;
  limit: Limit | undefined;
  currency: Currency;
}

function LimitRow({ headingId, kind, period, limit, currency }: RowProps) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.limit}
      aria-haspopup="dialog"
      aria-describedby={headingId}
      onClick={() => void openModal('limit', { kind, period })}
    >
      <span className={styles.limitHead}>
        <span>{t(PERIOD_TEXT[period])}</span>
        <strong>{limit ? formatMoney(minorOf(limit.amount), currency) : t('protection.none')}</strong>
        <Icon name="chevron-right" size={18} />
      </span>
      {limit && <Left limit={limit} currency={currency} />}
    </button>
  );
}

/** The rest of a limit, as a bar and in figures. */
function Left({ limit, currency }: { limit: Limit; currency: Currency }) {
  const t = useT();
  const share = Math.min(1, limit.left / limit.amount);
  return (
    <span className={styles.left}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className={styles.bar}>
        <rect width="100" height="6" className={styles.barGround} />
        <rect width={100 * share} height="6" className={styles.barLeft} />
      </svg>
      <span>{t('protection.left', { amount: formatMoney(minorOf(limit.left), currency) })}</span>
    </span>
  );
}

/** A higher limit that waits, and the second press once its time has come. */
function Pending({ limit, currency }: { limit: Limit | undefined; currency: Currency }) {
  const t = useT();
  const change = useChange();
  if (!limit?.pending) return null;
  const { kind, period, pending } = limit;
  const amount = pending.amount === null ? null : formatMoney(minorOf(pending.amount), currency);
  const confirm = () =>
    change(
      () => call('POST /api/protection/limits/confirm', { body: { kind, period } }),
      t('protection.confirmed'),
    );
  if (Date.parse(pending.from) <= serverNow()) {
    return (
      <Button variant="secondary" size="small" wide onClick={confirm}>
        {amount === null ? t('protection.confirmRemove') : t('protection.confirmRaise', { amount })}
      </Button>
    );
  }
  return <PendingNote pending={pending} currency={currency} />;
}
