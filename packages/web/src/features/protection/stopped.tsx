import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { formatToTheMinute } from '../../lib/dates.ts';
import { useT, type Translate } from '../../lib/i18n/i18n.ts';
import { Card } from '../../ui/layout.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import { GoesOn } from './effects.tsx';
import styles from './protection.module.css';

interface Stop {
  code: 'ON_BREAK' | 'EXCLUDED';
  /** Of an exclusion: when its end can be asked for. Null for good. */
  until: string | null;
  /** Its end; undefined for an exclusion whose end was not asked for. */
  endsAt?: string | undefined;
}

const isPast = (time: string): boolean => Date.parse(time) <= serverNow();

/** Whether an exclusion goes on only because its end was not asked for. */
export const isOver = ({ until, endsAt }: Stop): boolean =>
  until !== null && endsAt === undefined && isPast(until);

/** Tells the break or exclusion that holds, when it ends, and what still works. Nothing once it has ended. */
export function Stopped({ children, ...stop }: Stop & { children?: ReactNode }) {
  const t = useT();
  const { code, endsAt } = stop;
  if (endsAt !== undefined && isPast(endsAt)) return null;
  return (
    <Card className={styles.stopped}>
      <header>
        <RowMark icon="moon" tone="gold" />
        <div>
          <h2>{t(code === 'EXCLUDED' ? 'protection.excluded' : 'protection.onBreak')}</h2>
          <p className={styles.until}>{whenText(t, stop)}</p>
        </div>
      </header>
      <GoesOn />
      {children}
    </Card>
  );
}

function whenText(t: Translate, stop: Stop): string {
  const { until, endsAt } = stop;
  if (endsAt !== undefined) return t('protection.untilTime', { time: formatToTheMinute(endsAt) });
  if (until === null) return t('protection.forGood');
  return isOver(stop)
    ? t('protection.timeOver')
    : t('protection.askFrom', { time: formatToTheMinute(until) });
}
