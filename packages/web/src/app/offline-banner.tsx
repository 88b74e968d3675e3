import { useConnection } from '../lib/connection.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { useUnsureIntents } from '../lib/intent.ts';
import { Icon } from '../ui/icon.tsx';
import { Ring } from '../ui/spinner.tsx';
import styles from './shell.module.css';

/** Banner shown while there is no connection, and while a request has an unknown outcome. */
export function OfflineBanner() {
  const t = useT();
  const connection = useConnection();
  const isUnsure = useUnsureIntents().length > 0;
  return (
    <div role="status">
      {connection !== 'online' && (
        <p className={styles.offline}>
          <Icon name="offline" size={18} />
          <span>{t(connection === 'offline' ? 'kit.offline' : 'network.unreachable')}</span>
        </p>
      )}
      {isUnsure && (
        <p className={styles.offline}>
          <Ring size={18} />
          <span>{t('network.checking')}</span>
        </p>
      )}
    </div>
  );
}
