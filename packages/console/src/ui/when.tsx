import { useT } from '../lib/i18n.ts';
import { useNow } from '../lib/now.ts';
import { ageOf, formatExact, urgencyOf } from '../lib/time.ts';
import { classNames } from './class-names.ts';
import styles from './when.module.css';

interface WhenProps {
  at: string;
  /** Shows by colour how long the thing has been waiting. */
  isWaiting?: boolean;
  /** Both parts on one line. */
  isInline?: boolean;
}

/** By how much the server's clock may be ahead of this one. */
const CLOCKS_DIFFER_MS = 60_000;

/** A time: its age, and exactly in Bangkok. */
export function When({ at, isWaiting = false, isInline = false }: WhenProps) {
  const t = useT();
  const now = useNow();
  // A moment to come has no age.
  const isPast = new Date(at).getTime() <= now + CLOCKS_DIFFER_MS;
  const { unit, count } = ageOf(at, now);
  const urgency = isWaiting ? urgencyOf(at, now) : 'calm';
  return (
    <time dateTime={at} className={classNames(styles['when'], isInline && styles['inline'])}>
      {isPast && <span className={styles[urgency]}>{t(`time.${unit}`, { count })}</span>}
      <span className={styles['exact']}>{formatExact(at)}</span>
    </time>
  );
}
