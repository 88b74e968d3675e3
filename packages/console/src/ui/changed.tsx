import { useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import styles from './changed.module.css';

/** Offers a list anew that has changed since it was read: rows do not move under the hand by themselves. */
export function Changed({ isShown, again }: { isShown: boolean; again: () => Promise<void> }) {
  const t = useT();
  return (
    <div role="status">
      {isShown && (
        <p className={styles['changed']}>
          {t('common.changed')}
          <Button kind="quiet" icon="refresh" onPress={() => void again()}>
            {t('common.show')}
          </Button>
        </p>
      )}
    </div>
  );
}
