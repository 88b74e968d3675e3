import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import styles from './member-sections.module.css';

interface BonusMeterProps {
  bonus: { turnoverDone: number; turnoverNeeded: number };
  currency: Currency;
}

/** How much of a bonus's turnover is done. */
export function BonusMeter({ bonus: { turnoverDone, turnoverNeeded }, currency }: BonusMeterProps) {
  const t = useT();
  const percent =
    turnoverNeeded === 0 ? 100 : Math.min(100, Math.floor((turnoverDone / turnoverNeeded) * 100));
  const text = t('sections.meterText', {
    done: formatMoney(turnoverDone, currency),
    needed: formatMoney(turnoverNeeded, currency),
  });
  return (
    <span className={styles['meter']}>
      <progress value={percent} max={100} aria-label={t('sections.meter')} />
      <span className={styles['small']}>
        {percent}% · {text}
      </span>
    </span>
  );
}
