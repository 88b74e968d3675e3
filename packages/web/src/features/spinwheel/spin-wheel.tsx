import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { PrizePopup } from './prize-popup.tsx';
import type { Spin } from './use-spin.ts';
import { useWheelSize } from './use-wheel-size.ts';
import { Wheel } from './wheel.tsx';
import styles from './spinwheel.module.css';

interface SpinWheelProps {
  spin: Spin;
  /** Opens the coupons, where they are not on the same page. */
  onCoupons?: (() => void) | undefined;
  /** Runs before the player goes to another page. */
  onLeave?: (() => void) | undefined;
}

/** The wheel with the coins and the spin button. */
export function SpinWheel({ spin, onCoupons, onLeave }: SpinWheelProps) {
  const t = useT();
  const size = useWheelSize();
  const { wheel, coins, phase, result, won, discRef, loadError, retry, dismiss } = spin;
  if (wheel === undefined) {
    return loadError === undefined ? <Placeholder size={size} /> : <LoadFailed onRetry={retry} />;
  }
  if (wheel === null) {
    return (
      <EmptyState icon="coin" title={t('spin.closed')}>
        {t('spin.closedHint')}
      </EmptyState>
    );
  }
  const prize = (won === undefined ? undefined : wheel.slices[won]) ?? undefined;
  return (
    <div className={styles.stage} data-phase={phase}>
      <Wheel slices={wheel.slices} size={size} discRef={discRef} won={won} />
      <p className={styles.outcome} role="status">
        {result ? t('spin.outcome', { prize: result.label }) : phase === 'spinning' ? t('spin.spinning') : ''}
      </p>
      <Button
        variant="gold"
        wide
        className={styles.press}
        disabled={!spin.canSpin}
        onClick={() => void spin.spin()}
      >
        <span className={styles.pressLabel}>
          {t('spin.spin')}
          <span className={styles.cost}>
            <Icon name="coin" size={18} />1
          </span>
        </span>
      </Button>
      <p className={styles.coins}>
        {coins === 0 && phase === 'ready' ? (
          t('spin.noCoins')
        ) : (
          <>
            <Icon name="coin" size={18} />
            {t('spin.coins', { count: coins ?? 0 })}
          </>
        )}
      </p>
      {phase === 'told' && result && (
        <PrizePopup result={result} slice={prize} onClose={dismiss} onCoupons={onCoupons} onLeave={onLeave} />
      )}
    </div>
  );
}

function Placeholder({ size }: { size: number }) {
  return (
    <div className={styles.stage} aria-busy>
      <div className={styles.blank} style={{ width: size }} />
      <p className={styles.outcome} />
      <Skeleton height={52} />
    </div>
  );
}
