import { useSyncExternalStore } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './shell.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the device has no connection. */
export function OfflineBanner() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          <Icon name="offline" size={18} />
          {t('common.offline')}
        </p>
      )}
    </div>
  );
}
