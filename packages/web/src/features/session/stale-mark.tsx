import { serverNow } from '../../lib/clock.ts';
import { useConnection } from '../../lib/connection.ts';
import { bangkokDay, formatDateTime } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { keptAtMs, useAnswered } from '../../lib/kept.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './stale-mark.module.css';

type KeptRoute = Parameters<typeof useAnswered>[0];

/** Since when what is shown of a route may not be true any more, epoch milliseconds; undefined while it is true. */
export function useStaleSince(route: KeptRoute): number | undefined {
  const isAnswered = useAnswered(route);
  const isConnected = useConnection() === 'online';
  return isAnswered && isConnected ? undefined : keptAtMs(route);
}

/** Says of what moment the figures beside it are, while they are not the latest. */
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

/** `HH:mm` of today, with the date of any other day. */
function momentText(atMs: number): string {
  const [date = '', time = ''] = formatDateTime(atMs).split(' ');
  const toTheMinute = time.slice(0, 5);
  return bangkokDay(atMs) === bangkokDay(serverNow()) ? toTheMinute : `${date} ${toTheMinute}`;
}
