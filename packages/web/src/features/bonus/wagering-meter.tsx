import type { Currency } from '@krapao/contract/money';
import { useId } from 'react';
import { toEpochMs } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DateTime, useServerNow } from '../../ui/time.tsx';
import type { Wagering } from './active-bonus-api.ts';
import { percentDone, timeLeft } from './bonus-rules.ts';
import { leftText, typeText } from './bonus-words.ts';
import styles from './meter.module.css';

interface WageringMeterProps {
  type: string;
  wagering: Wagering;
  currency: Currency;
}

const TICK_MS = 15_000;

/** Progress of the active bonus: the remaining turnover first, then the total and the deadline. */
export function WageringMeter({ type, wagering, currency }: WageringMeterProps) {
  const t = useT();
  const labelId = useId();
  const nowMs = useServerNow(TICK_MS);
  const { turnoverDoneMinor, turnoverNeededMinor, turnoverLeftMinor, isMet } = wagering;
  const percent = percentDone(wagering);
  const left = timeLeft(toEpochMs(wagering.expiresAt) ?? 0, nowMs);
  const progress = t('bonus.doneOf', {
    done: formatMoney(turnoverDoneMinor, currency),
    needed: formatMoney(turnoverNeededMinor, currency),
  });
  return (
    <div className={styles.meter}>
      <header className={styles.head}>
        <h2 className={styles.name}>{wagering.name}</h2>
        <span className={styles.type}>{typeText(type)}</span>
      </header>
      <p id={labelId} className={styles.label}>
        {t(isMet ? 'bonus.metLabel' : 'bonus.leftLabel')}
      </p>
      {isMet ? (
        <p className={styles.met}>
          <Icon name="check-circle" size={28} />
          {t('bonus.met')}
        </p>
      ) : (
        <p className={styles.left} aria-live="polite">
          <Amount value={turnoverLeftMinor} currency={currency} smallDecimals />
        </p>
      )}
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progress}
      >
        <span className={styles.fill} style={{ scale: `${percent / 100} 1` }} />
      </div>
      <p className={styles.figures}>
        <span>{progress}</span>
        <span className={styles.percent}>{percent}%</span>
      </p>
      <p className={styles.until}>
        <Icon name="clock" size={16} />
        {left ? (
          <span>
            {leftText(left)} ({t('bonus.until')} <DateTime at={wagering.expiresAt} />)
          </span>
        ) : (
          <span>{t('bonus.expired')}</span>
        )}
      </p>
    </div>
  );
}
