import { useId } from 'react';
import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { useApi } from '../../lib/use-api.ts';
import { Amount } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RowMark } from '../../ui/row-mark.tsx';
import rows from '../../ui/row-sheet.module.css';
import { StatusChip } from '../../ui/status-chip.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { placeName, type PlaceNames } from './statement-rules.ts';
import styles from './statement.module.css';
import { usePlaceNames } from './use-place-names.ts';

const REASON_TEXT = {
  BELOW_MINIMUM: 'statement.belowMinimum',
  UNDER_REVIEW: 'statement.underReview',
} as const;

/**
 * The member's money that has reached the operator but not the wallet, with a button to ask support about it.
 */
export function WaitingMoney() {
  const t = useT();
  const headingId = useId();
  const { userInfo } = useWallet();
  const names = usePlaceNames();
  // Other servers do not have this route.
  const { data } = useApi('GET /api/statement/waiting');
  const waiting = data?.waiting ?? [];
  if (!userInfo || waiting.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.waiting}>
      <h2 id={headingId} className={styles.day}>
        <strong>{t('statement.waiting')}</strong>
      </h2>
      <ul className={classNames(rows.sheet, styles.sheet)}>
        {waiting.map((item) => (
          <WaitingRow key={item._id} item={item} names={names} currency={userInfo.currency} />
        ))}
      </ul>
      <p>{t('statement.waitingHint')}</p>
      <ButtonLink href="/user/contact" variant="secondary" icon="speech" wide>
        {t('statement.ask')}
      </ButtonLink>
    </section>
  );
}

interface WaitingRowProps {
  item: { from: string; amount: number; createdAt: string; reason: keyof typeof REASON_TEXT };
  names: PlaceNames;
  currency: Currency;
}

function WaitingRow({ item, names, currency }: WaitingRowProps) {
  const t = useT();
  return (
    <li className={classNames(rows.row, styles.row)}>
      <RowMark icon="clock" tone="good" className={styles.mark} />
      <span className={styles.type}>{t('statement.deposit')}</span>
      <Amount value={minorOf(item.amount)} currency={currency} className={styles.amount} />
      <span className={styles.places}>{placeName(item.from, names)}</span>
      <span className={styles.status}>
        <StatusChip tone="pending">{t('statement.waitingState')}</StatusChip>
      </span>
      <span className={styles.time}>
        <DateTime at={item.createdAt} />
      </span>
      <span className={styles.linked}>{t(REASON_TEXT[item.reason])}</span>
    </li>
  );
}
