import { PAGE_SIZE } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useReload } from '../../lib/use-api.ts';
import { usePageOf } from '../../lib/use-page-of.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import rows from '../../ui/row-sheet.module.css';
import { Skeleton } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { useUnread } from './bell.tsx';
import { NoticeRow } from './notice-row.tsx';
import styles from './notices.module.css';
import { usePush } from './use-push.ts';

type Reply = ResponseBody<'POST /api/notices'>;

/** The member's notices, newest first, ten to a page. Whoever opens the list has read it. */
export function NoticesView() {
  const { page, turnTo, reply, isTurning, error, retry } = usePageOf('POST /api/notices');
  useUpToDate(reply, retry);
  const currency = useWallet().userInfo?.currency;
  const t = useT();
  if (!reply) return error === undefined ? <Placeholder /> : <LoadFailed onRetry={retry} />;
  const { notices, total } = reply;
  if (total === 0) {
    return (
      <EmptyState icon="bell" title={t('notices.empty')}>
        {t('notices.emptyHint')}
      </EmptyState>
    );
  }
  const isLast = page * PAGE_SIZE >= total;
  const turn = (next: number) => {
    turnTo(next);
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      {notices.some(({ kind }) => kind === 'money_in') && <Offer />}
      <ul
        className={classNames(rows.sheet, styles.sheet, isTurning && rows.turning)}
        aria-busy={isTurning || undefined}
      >
        {notices.map((notice) => (
          <li key={notice._id}>
            <NoticeRow notice={notice} currency={currency} />
          </li>
        ))}
      </ul>
      {isLast && !isTurning && <p className={styles.end}>{t('kit.end')}</p>}
      <Pagination page={page} onPage={turn} pageSize={PAGE_SIZE} total={total} count={notices.length} />
    </>
  );
}

/** Marks all as read, and loads the list again when there is more. */
function useUpToDate(reply: Reply | undefined, retry: () => Promise<unknown>): void {
  const reload = useReload();
  const waiting = useUnread();
  const upTo = reply?.notices[0]?._id;
  const onNewest = useEffectEvent(async () => {
    if (upTo === undefined || reply?.unread === 0) return;
    try {
      await call('POST /api/notices/read', { body: { upTo } });
      await reload('GET /api/wallet');
    } catch (fault) {
      // They stay unread, and are marked the next time they are shown.
      console.warn('notices were not marked as read', fault);
    }
  });
  useEffect(() => void onNewest(), [upTo]);
  const onWaiting = useEffectEvent(() => {
    if (waiting > 0 && reply) void retry();
  });
  useEffect(() => onWaiting(), [waiting]);
}

/** Offers to tell of money on this device, where it can and does not yet. */
function Offer() {
  const t = useT();
  const { state, isBusy, turn } = usePush();
  if (state !== 'off') return null;
  return (
    <section className={styles.offer}>
      <RowMark icon="bell" tone="good" className={styles.mark} />
      <h2>{t('notices.offer')}</h2>
      <p>{t('notices.offerHint')}</p>
      <Button size="small" icon="bell" disabled={isBusy} onClick={() => turn(true)}>
        {t('notices.turnOn')}
      </Button>
    </section>
  );
}

const PLACEHOLDER_ROWS = ['a', 'b', 'c', 'd'];

/** Placeholder in the shape of the list while the first page loads. */
function Placeholder() {
  return (
    <div className={rows.sheet} aria-hidden>
      {PLACEHOLDER_ROWS.map((row) => (
        <div key={row} className={classNames(rows.row, styles.row)}>
          <RowMark className={styles.mark} />
          <span className={styles.text}>
            <Skeleton width="70%" height={18} />
          </span>
          <span className={styles.time}>
            <Skeleton width={110} height={14} />
          </span>
        </div>
      ))}
    </div>
  );
}
