import type { ReactNode } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { Button } from './button.tsx';
import styles from './display.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  /** What there is none of; "nothing here yet" unless told. */
  title?: string;
  children?: ReactNode;
  icon?: IconName;
  /** Offers a retry button. */
  onRetry?: (() => unknown) | undefined;
  /** A button or link of another kind. */
  action?: ReactNode;
}

/** Stands where a list has nothing to show, or could not be loaded. */
export function EmptyState({ title, children, icon = 'inbox', onRetry, action }: EmptyStateProps) {
  const t = useT();
  return (
    <div className={styles.empty}>
      <span className={styles.emptyMark}>
        <Icon name={icon} />
      </span>
      <p className={styles.emptyTitle}>{title ?? t('common.empty')}</p>
      {children && <p>{children}</p>}
      {onRetry && (
        <Button variant="secondary" size="small" icon="refresh" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
      {action}
    </div>
  );
}

/** Stands where something could not be loaded, with a retry button and no alarm. */
export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  const t = useT();
  return <EmptyState icon="offline" title={t('common.loadFailed')} onRetry={onRetry} />;
}
