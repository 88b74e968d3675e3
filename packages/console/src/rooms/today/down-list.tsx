import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useT } from '../../lib/i18n.ts';
import { Chip } from '../../ui/chip.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './down-list.module.css';

type Down = StaffReply<'GET /staff/api/today'>['down'];

/** Providers and services that are down, and stopped switches. */
export function DownList({ down }: { down: Down }) {
  const t = useT();
  return (
    <Panel title={t('today.down')}>
      {down.length === 0 ? (
        <p className={styles['fine']}>{t('today.nothingDown')}</p>
      ) : (
        <ul className={styles['list']}>
          {down.map(({ kind, name }) => (
            <li key={`${kind} ${name}`}>
              <strong>{name}</strong>
              <Chip tone={kind === 'switch' ? 'warn' : 'bad'}>{t(`today.${kind}`)}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
