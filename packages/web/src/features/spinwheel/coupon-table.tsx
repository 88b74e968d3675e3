import { useState } from 'react';
import { Link } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { DateTime } from '../../ui/time.tsx';
import type { Coupon } from './spinwheel-api.ts';
import { useClaim } from './use-claim.ts';
import { verifyPath } from './verify-path.ts';
import styles from './coupons.module.css';

const ROWS = 3;

/** The member's unclaimed prizes, three a page. While `isWaiting` a spin may add one. */
export function CouponTable({ isWaiting }: { isWaiting: boolean }) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/spinwheel/coupon');
  const [wanted, setPage] = useState(1);
  const claim = useClaim();
  return (
    <Card className={styles.card}>
      <h2>{t('spin.coupons')}</h2>
      {data === undefined ? (
        error === undefined ? (
          <Skeleton height={190} />
        ) : (
          <LoadFailed onRetry={() => mutate()} />
        )
      ) : data.length === 0 ? (
        <EmptyState icon="gift" title={t('spin.couponsNone')}>
          {t('spin.couponsNoneHint')}
        </EmptyState>
      ) : (
        <Rows coupons={data} wanted={wanted} onPage={setPage} isWaiting={isWaiting} onClaim={claim} />
      )}
    </Card>
  );
}

interface RowsProps {
  coupons: readonly Coupon[];
  wanted: number;
  onPage: (page: number) => void;
  isWaiting: boolean;
  onClaim: (coupon: Coupon) => Promise<void>;
}

function Rows({ coupons, wanted, onPage, isWaiting, onClaim }: RowsProps) {
  const t = useT();
  // The last coupon of the last page may have been claimed.
  const page = Math.min(wanted, Math.ceil(coupons.length / ROWS));
  const shown = coupons.slice((page - 1) * ROWS, page * ROWS);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('spin.prize')}</th>
            <th scope="col" className={styles.amount}>
              {t('spin.amount')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('spin.claim')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((coupon) => (
            <tr key={coupon.prize.slice}>
              <th scope="row">
                <span className={styles.name}>{coupon.prize.name}</span>
                {coupon.isHandedOver && coupon.amount > 0 && (
                  <span className={styles.until}>{t('spin.handedOver')}</span>
                )}
                {coupon.expiresAt && (
                  <span className={styles.until}>
                    {t('spin.until')} <DateTime at={coupon.expiresAt} />
                  </span>
                )}
                {coupon.expired && (
                  <span className={styles.until}>
                    {t('spin.expired', { count: coupon.expired.amount })}{' '}
                    <DateTime at={coupon.expired.lastAt} />
                  </span>
                )}
                {coupon.lastDrawId !== undefined && (
                  <Link href={verifyPath(coupon.lastDrawId)} className={styles.check}>
                    {t('spin.verify')}
                  </Link>
                )}
              </th>
              <td className={styles.amount}>{coupon.amount}</td>
              <td className={styles.act}>
                {coupon.amount === 0 ? null : coupon.isHandedOver ? (
                  <Link href="/user/contact" className={styles.check}>
                    {t('spin.askForPrize')}
                  </Link>
                ) : (
                  <Button
                    size="small"
                    disabled={isWaiting}
                    aria-label={t('spin.claimLabel', { prize: coupon.prize.name })}
                    onClick={() => onClaim(coupon)}
                  >
                    {t('spin.claim')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pagination page={page} onPage={onPage} pageSize={ROWS} total={coupons.length} count={shown.length} />
    </>
  );
}
