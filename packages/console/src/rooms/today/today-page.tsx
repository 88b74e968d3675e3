import { QUEUES } from '@krapao/contract/staff/today';
import { useT } from '../../lib/i18n.ts';
import { formatClock } from '../../lib/time.ts';
import { useToday } from '../../lib/use-today.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { DayComparison } from './day-comparison.tsx';
import { DownList } from './down-list.tsx';
import { QueueTile } from './queue-tile.tsx';
import styles from './today-page.module.css';

/** The queues, the day's figures, and the counterparties that are down. */
export function TodayPage() {
  const t = useT();
  const read = useToday();
  const asOf = read.data && (
    <p className={styles['as-of']}>{t('today.asOf', { time: formatClock(read.data.at) })}</p>
  );
  return (
    <Page title={t('today.title')} aside={asOf}>
      <Loaded read={read}>
        {({ queues, today, weekBefore, down }) => {
          const shown = QUEUES.flatMap((name) => (queues[name] ? [{ name, queue: queues[name] }] : []));
          return (
            <>
              {shown.length === 0 ? (
                <Empty title={t('today.noQueues')} hint={t('today.noQueuesHint')} />
              ) : (
                <section aria-label={t('today.queues')} className={styles['queues']}>
                  {shown.map(({ name, queue }) => (
                    <QueueTile key={name} name={name} queue={queue} />
                  ))}
                </section>
              )}
              <div className={styles['below']}>
                <DayComparison today={today} before={weekBefore} />
                <DownList down={down} />
              </div>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
