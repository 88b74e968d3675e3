import type { Currency } from '@krapao/contract/money';
import type { ReactNode } from 'react';
import { formatToTheMinute } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './protection.module.css';
import type { Limit } from './types.ts';

interface PendingNoteProps {
  pending: NonNullable<Limit['pending']>;
  currency: Currency;
  children?: ReactNode;
}

/** Tells what a waiting request asks for, and when it can be confirmed. */
export function PendingNote({ pending: { amount, from }, currency, children }: PendingNoteProps) {
  const t = useT();
  const time = formatToTheMinute(from);
  return (
    <p className={styles.pending}>
      <Icon name="clock" size={16} />
      <span>
        {amount === null
          ? t('protection.removeFrom', { time })
          : t('protection.raiseFrom', { amount: formatMoney(minorOf(amount), currency), time })}{' '}
        {children}
      </span>
    </p>
  );
}
