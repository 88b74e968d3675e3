import type { ReactNode } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  /** Title; "nothing here yet" by default. */
  title?: string;
  children?: ReactNode;
  icon?: IconName;
  /** Called by the retry button, which is shown only with it. */
  onRetry?: (() => unknown) | undefined;
  /** Another button or link. */
  action?: ReactNode;
  /** The only content of the page: its title is the page's heading. */
  isPage?: boolean;
}

/** Placeholder for a list that is empty or could not be loaded. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, icon = 'inbox', onRetry, action, isPage = false } = props;
  const t = useT();
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.empty}>
      <span className={styles.emptyMark}>
        <Icon name={icon} />
      </span>
      <Title className={styles.emptyTitle}>{title ?? t('common.empty')}</Title>
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
