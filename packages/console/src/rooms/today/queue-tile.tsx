import type { StaffReply } from '@krapao/contract/staff/client-types';
import type { QueueName } from '@krapao/contract/staff/today';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.ts';
import { useNow } from '../../lib/now.ts';
import { urgencyOf } from '../../lib/time.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { Amount } from '../../ui/amount.tsx';
import { classNames } from '../../ui/class-names.ts';
import { When } from '../../ui/when.tsx';
import styles from './queue-tile.module.css';
import { QUEUE_ROOMS } from './queues.ts';

type Queue = NonNullable<StaffReply<'GET /staff/api/today'>['queues'][QueueName]>;

/** A queue: how many wait, for how much, and since when. */
export function QueueTile({ name, queue }: { name: QueueName; queue: Queue }) {
  const t = useT();
  const now = useNow();
  const { label, to, search } = QUEUE_ROOMS[name];
  const urgency = queue.count === 0 ? 'none' : urgencyOf(queue.oldestAt, now);
  return (
    <Link
      {...({ to, search } as LinkProps)}
      {...{ [ROW_CONTROL]: '' }}
      className={classNames(styles['tile'], styles[urgency])}
    >
      <span className={styles['name']}>{t(label)}</span>
      <span className={styles['count']}>{queue.count}</span>
      <span className={styles['sums']}>
        {queue.sums.map(({ currency, amount }) => (
          <Amount key={currency} currency={currency} amount={amount} />
        ))}
      </span>
      <span className={styles['oldest']}>
        {queue.oldestAt === null ? (
          t('today.nothing')
        ) : (
          <>
            {t('today.oldest')} <When at={queue.oldestAt} isWaiting isInline />
          </>
        )}
      </span>
    </Link>
  );
}
