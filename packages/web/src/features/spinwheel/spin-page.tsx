import { useT } from '../../lib/i18n/i18n.ts';
import { Card, Columns, PageHeader, Stack } from '../../ui/layout.tsx';
import { StopNote, useIsStopped } from '../protection/stop-api.tsx';
import { CouponTable } from './coupon-table.tsx';
import { SpinWheel } from './spin-wheel.tsx';
import { useSpin } from './use-spin.ts';
import styles from './spinwheel.module.css';

/** The wheel page, with the prize popup. */
export function SpinPage() {
  const t = useT();
  const spin = useSpin();
  const isStopped = useIsStopped();
  const header = <PageHeader title={spin.wheel?.name ?? t('spin.title')} />;
  if (isStopped) {
    return (
      <Stack>
        {header}
        <StopNote />
      </Stack>
    );
  }
  return (
    <Stack>
      {header}
      <Columns>
        <Card className={styles.wheelCard}>
          <SpinWheel spin={spin} />
        </Card>
        <Stack>
          <CouponTable isWaiting={spin.phase === 'spinning' || spin.phase === 'rested'} />
          <p className={styles.fair}>{t('spin.fair')}</p>
        </Stack>
      </Columns>
    </Stack>
  );
}
