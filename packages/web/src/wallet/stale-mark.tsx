import { serverNow } from '../lib/clock.ts';
import { useConnection } from '../lib/connection.ts';
import { bangkokDay, formatDateTime } from '../lib/dates.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { keptAtMs, useAnswered } from '../lib/kept.ts';
import type { KeptRoute } from '../lib/read-traits.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './stale-mark.module.css';

/**
 * Returns the time since which a route's shown data may be stale, epoch milliseconds; undefined while it is
 * fresh.
 */
export function useStaleSince(route: KeptRoute): number | undefined {
  const isAnswered = useAnswered(route);
  const isConnected = useConnection() === 'online';
  return isAnswered && isConnected ? undefined : keptAtMs(route);
}

/** Shows the time of stale figures beside them. */
export function StaleMark({ since }: { since: number }) {
  const t = useT();
  return (
    <span className={styles.mark}>
      <Icon name="offline" size={16} />
      <span>
        {t('network.stale')} · {t('network.asOf', { time: momentText(since) })}
      </span>
    </span>
  );
}

/** Formats `HH:mm` for today, with the date for any other day. */
function momentText(atMs: number): string {
  const [date = '', time = ''] = formatDateTime(atMs).split(' ');
  const toTheMinute = time.slice(0, 5);
  return bangkokDay(atMs) === bangkokDay(serverNow()) ? toTheMinute : `${date} ${toTheMinute}`;
}
