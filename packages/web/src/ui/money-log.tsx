import { PAGE_SIZE } from '@krapao/contract/limits';
import type { Currency, Minor } from '@krapao/contract/money';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { Amount } from './amount.tsx';
import { classNames } from './class-names.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './money-log.module.css';
import { Pagination } from './pagination.tsx';
import { Skeleton } from './spinner.tsx';
import { DateTime } from './time.tsx';

export interface MoneyLogItem {
  /** Missing where the server sends no id for its rows. */
  id: string | undefined;
  title: ReactNode;
  /** ISO 8601. */
  at: string;
  amountMinor: Minor;
}

interface MoneyLogProps {
  title: string;
  /** Undefined until the first page is loaded. */
  items: readonly MoneyLogItem[] | undefined;
  total: number | undefined;
  currency: Currency | undefined;
  page: number;
  onPage: (page: number) => void;
  isTurning: boolean;
  error: unknown;
  onRetry: () => unknown;
  /** Shown while the list is empty. */
  empty: ReactNode;
}

/** Money received, newest first, in pages of ten. */
export function MoneyLog(props: MoneyLogProps) {
  const { title, items, total, currency, page, onPage, isTurning, error, onRetry, empty } = props;
  const t = useT();
  const body = () => {
    if (!items) return error === undefined ? <Placeholder /> : <LoadFailed onRetry={onRetry} />;
    if (items.length === 0 && page === 1) return empty;
    const isLast = total === undefined ? items.length < PAGE_SIZE : page * PAGE_SIZE >= total;
    return (
      <>
        <ul
          className={classNames(styles.list, isTurning && styles.turning)}
          aria-busy={isTurning || undefined}
        >
          {items.map((item, index) => (
            <li key={item.id ?? index} className={styles.row}>
              <span className={styles.title}>{item.title}</span>
              <Amount value={item.amountMinor} currency={currency} sign="+" className={styles.amount} />
              <span className={styles.time}>
                <DateTime at={item.at} />
              </span>
            </li>
          ))}
        </ul>
        {isLast && !isTurning && <p className={styles.end}>{t('kit.end')}</p>}
        <Pagination page={page} onPage={onPage} pageSize={PAGE_SIZE} total={total} count={items.length} />
      </>
    );
  };
  return (
    <section className={styles.log}>
      <h3>{title}</h3>
      {body()}
    </section>
  );
}

const PLACEHOLDER_ROWS = ['a', 'b', 'c'];

function Placeholder() {
  return (
    <div className={styles.list} aria-hidden>
      {PLACEHOLDER_ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.title}>
            <Skeleton width="55%" height={18} />
          </span>
          <span className={styles.amount}>
            <Skeleton width={76} height={18} />
          </span>
          <span className={styles.time}>
            <Skeleton width={130} height={14} />
          </span>
        </div>
      ))}
    </div>
  );
}
