import type { ReactNode } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
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
  /** It is all there is on the page: its title is the page's heading. */
  isPage?: boolean;
}

/** Stands where a list has nothing to show, or could not be loaded. */
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
