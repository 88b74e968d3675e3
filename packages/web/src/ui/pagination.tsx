import { useT } from '../lib/i18n/i18n.ts';
import { IconButton } from './button.tsx';
import styles from './display.module.css';

interface PaginationProps {
  /** Current page, from 1. */
  page: number;
  onPage: (page: number) => void;
  pageSize: number;
  /** Total number of items, when the server sends it. */
  total?: number | undefined;
  /** Number of items on this page; without a total, a full page means that there may be a next one. */
  count: number;
  disabled?: boolean;
}

/** Previous and next, with the page in between. Renders nothing when everything fits on one page. */
export function Pagination({ page, onPage, pageSize, total, count, disabled = false }: PaginationProps) {
  const t = useT();
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / pageSize));
  const hasNext = pages === undefined ? count >= pageSize : page < pages;
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pagination} aria-label={t('kit.pagination')}>
      <IconButton
        icon="chevron-left"
        label={t('kit.previous')}
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className={styles.page} aria-live="polite">
        {pages === undefined ? t('kit.page', { page }) : t('kit.pageOf', { page, pages })}
      </span>
      <IconButton
        icon="chevron-right"
        label={t('kit.next')}
        disabled={disabled || !hasNext}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
