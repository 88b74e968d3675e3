import { PAGE_SIZE } from '@krapao/contract/limits';
import type { Currency } from '@krapao/contract/money';
import { useId } from 'react';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import rows from '../../ui/row-sheet.module.css';
import { Skeleton } from '../../ui/spinner.tsx';
import { useServerNow } from '../../ui/time.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { groupByDay, nearDay, type Day, type PlaceNames, type StatementItem } from './statement-rules.ts';
import { dayText } from './day-text.ts';
import { isFiltered } from './filter-query.ts';
import { StatementFilters } from './statement-filters.tsx';
import { StatementRow } from './statement-row.tsx';
import styles from './statement.module.css';
import { usePlaceNames } from './use-place-names.ts';
import { useStatement } from './use-statement.ts';

const MINUTE_MS = 60_000;

/** The member's movements of money, newest first, ten to a page. */
export function StatementList() {
  const t = useT();
  const statement = useStatement();
  const { filter, setFilter, items, total, error, retry } = statement;
  const { userInfo } = useWallet();

  if (!items || !userInfo) {
    return error !== undefined && !items ? <LoadFailed onRetry={retry} /> : <Placeholder />;
  }
  if (total === 0 && !isFiltered(filter)) {
    return (
      <EmptyState
        icon="receipt"
        title={t('statement.empty')}
        action={
          <Button icon="tray-down" onClick={() => void openModal('deposit')}>
            {t('statement.firstDeposit')}
          </Button>
        }
      >
        {t('statement.emptyHint')}
      </EmptyState>
    );
  }

  return (
    <>
      <StatementFilters filter={filter} onFilter={setFilter} found={total} />
      {total === 0 ? (
        <EmptyState
          icon="search"
          title={t('statement.nothingFound')}
          action={
            <Button variant="secondary" icon="close" onClick={() => setFilter({})}>
              {t('statement.clear')}
            </Button>
          }
        >
          {t('statement.nothingFoundHint')}
        </EmptyState>
      ) : (
        <Pages {...statement} items={items} currency={userInfo.currency} />
      )}
    </>
  );
}

type PagesProps = Pick<ReturnType<typeof useStatement>, 'page' | 'turnTo' | 'total' | 'isTurning'> & {
  items: readonly StatementItem[];
  currency: Currency;
};

function Pages({ page, turnTo, total, isTurning, items, currency }: PagesProps) {
  const t = useT();
  const names = usePlaceNames();
  const nowMs = useServerNow(MINUTE_MS);
  const turn = (next: number) => {
    turnTo(next);
    window.scrollTo({ top: 0 });
  };
  const isLast = page * PAGE_SIZE >= (total ?? 0);
  return (
    <>
      <div className={classNames(styles.days, isTurning && rows.turning)} aria-busy={isTurning || undefined}>
        {groupByDay(items).map((day) => (
          <DaySection key={day.day} day={day} names={names} currency={currency} nowMs={nowMs} />
        ))}
      </div>
      {isLast && !isTurning && <p className={styles.end}>{t('kit.end')}</p>}
      <Pagination page={page} onPage={turn} pageSize={PAGE_SIZE} total={total} count={items.length} />
    </>
  );
}

interface DaySectionProps {
  day: Day<StatementItem>;
  names: PlaceNames;
  currency: Currency;
  nowMs: number;
}

function DaySection({ day: { items }, names, currency, nowMs }: DaySectionProps) {
  const t = useT();
  const locale = useLocale();
  const headingId = useId();
  const at = items[0]?.createdAt ?? '';
  const near = nearDay(at, nowMs);
  const text = dayText(at, nowMs, locale);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.day}>
        {near && <strong>{t(near)}</strong>}
        <span>{text}</span>
      </h2>
      <ul className={classNames(rows.sheet, styles.sheet)}>
        {items.map((item) => (
          <StatementRow key={item._id} item={item} names={names} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

const PLACEHOLDER_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder in the shape of the list while the first page loads. */
function Placeholder() {
  return (
    <div aria-hidden>
      <p className={styles.day}>
        <Skeleton width={160} height={25} />
      </p>
      <div className={classNames(rows.sheet, styles.sheet)}>
        {PLACEHOLDER_ROWS.map((row) => (
          <div key={row} className={classNames(rows.row, styles.row, styles.ghost)}>
            <RowMark className={styles.mark} />
            <span className={styles.type}>
              <Skeleton width="60%" height={18} />
            </span>
            <span className={styles.amount}>
              <Skeleton width={84} height={18} />
            </span>
            <span className={styles.places}>
              <Skeleton width="80%" height={16} />
            </span>
            <span className={styles.time}>
              <Skeleton width={130} height={14} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
