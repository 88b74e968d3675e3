import { useT } from '../../lib/i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { DateTime, useServerNow } from '../../ui/time.tsx';
import { timelineOf, type Receipt, type TimelineStep } from './receipt-rules.ts';
import styles from './timeline.module.css';

const TICK_MS = 5_000;

/** The timeline of a movement, one step below the other. */
export function Timeline({ receipt }: { receipt: Receipt }) {
  const nowMs = useServerNow(TICK_MS);
  return (
    <ol className={styles.timeline}>
      {timelineOf(receipt, nowMs).map((step) => (
        <Step key={step.text} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { text, at, state, isUntil = false } }: { step: TimelineStep }) {
  const t = useT();
  return (
    <li
      className={classNames(styles.step, styles[state])}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={styles.dot}>
        {state === 'done' && <Icon name="check" size={13} />}
        {state === 'failed' && <Icon name="close" size={13} />}
      </span>
      <span className={styles.text}>{t(text)}</span>
      {at !== null && (
        <span className={styles.at}>
          {isUntil && `${t('statement.until')} `}
          <DateTime at={at} />
        </span>
      )}
    </li>
  );
}
