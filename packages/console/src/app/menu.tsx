import type { QueueName } from '@krapao/contract/staff/today';
import { Link } from '@tanstack/react-router';
import { useT } from '../lib/i18n.ts';
import { useStaff } from '../lib/session.ts';
import { useToday } from '../lib/use-today.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './menu.module.css';
import { roomsOf } from './rooms.ts';

interface MenuProps {
  /** On a light sheet instead of the dark rail. */
  onPaper?: boolean;
  onChosen?: () => void;
}

/** The rooms that the person may enter, with what waits in them. */
export function Menu({ onPaper = false, onChosen }: MenuProps) {
  const t = useT();
  const { permissions } = useStaff();
  const { data } = useToday();
  const countOf = (queues: readonly QueueName[]) =>
    queues.reduce((sum, name) => sum + (data?.queues[name]?.count ?? 0), 0);
  return (
    <nav aria-label={t('frame.rooms')}>
      <ul className={classNames(styles['menu'], onPaper && styles['paper'])}>
        {roomsOf(permissions).map(({ path, label, icon, queues }) => {
          const count = countOf(queues);
          return (
            <li key={path}>
              <Link
                to={path}
                className={styles['item']}
                activeOptions={{ exact: path === '/', includeSearch: false }}
                onClick={onChosen}
              >
                <Icon name={icon} />
                <span>{t(label)}</span>
                {count > 0 && (
                  <span className={styles['count']}>
                    {count}
                    <span className="visually-hidden"> {t('frame.waiting')}</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
