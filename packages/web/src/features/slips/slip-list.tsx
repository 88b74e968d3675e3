import { PAGE_SIZE } from '@krapao/contract/limits';
import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { openSlipPicture } from './open-picture.ts';
import { reasonText, STATE_TEXT, stateOf, TONE, type Slip } from './slip-rules.ts';
import styles from './slips.module.css';
import { useSlips } from './use-slips.ts';

/** The member's slips, newest first, ten to a page. */
export function SlipList() {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data, error, mutate } = useSlips(page);
  return (
    <section className={styles.list} aria-labelledby="slips-sent">
      <h3 id="slips-sent">{t('slips.sent')}</h3>
      {data ? (
        <>
          {data.slips.length === 0 && page === 1 ? (
            <EmptyState icon="receipt" title={t('slips.empty')}>
              {t('slips.emptyHint')}
            </EmptyState>
          ) : (
            <ul className={styles.rows}>
              {data.slips.map((slip) => (
                <SlipRow key={slip._id} slip={slip} />
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            onPage={setPage}
            pageSize={PAGE_SIZE}
            total={data.total}
            count={data.slips.length}
          />
        </>
      ) : error === undefined ? (
        <div aria-busy>
          <Skeleton height={72} />
        </div>
      ) : (
        <LoadFailed onRetry={() => mutate()} />
      )}
    </section>
  );
}

function SlipRow({ slip }: { slip: Slip }) {
  const t = useT();
  const { userInfo } = useWallet();
  const state = stateOf(slip);
  return (
    <li className={styles.row}>
      <span className={styles.rowStatus}>
        <StatusChip tone={TONE[state]}>{t(STATE_TEXT[state])}</StatusChip>
      </span>
      {slip.amount > 0 && (
        <Amount
          value={minorOf(slip.amount)}
          currency={userInfo?.currency ?? 'BAHT'}
          className={styles.rowAmount}
        />
      )}
      <span className={styles.rowWords}>
        {state === 'failed' && <span className={styles.rowReason}>{reasonText(slip)}</span>}
        <span className={styles.rowTime}>
          <DateTime at={slip.createdAt} />
        </span>
        {slip.reference && (
          <span className={styles.rowReference} translate="no">
            {t('slips.reference', { reference: slip.reference })}
          </span>
        )}
      </span>
      <IconButton
        icon="external"
        size={20}
        label={t('slips.open')}
        className={styles.rowOpen}
        onClick={() => openSlipPicture(slip)}
      />
    </li>
  );
}
