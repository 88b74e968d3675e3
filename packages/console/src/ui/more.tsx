import { useT } from '../lib/i18n.ts';
import type { Pages } from '../lib/reads.ts';
import { Button } from './button.tsx';
import styles from './more.module.css';

/** Reads the next page of a list, or says that it ends here. */
export function More({ pages }: { pages: Pages<unknown> }) {
  const t = useT();
  return (
    <div className={styles['more']}>
      {pages.hasMore ? (
        <Button isPending={pages.isLoadingMore} onPress={() => void pages.more()}>
          {t('common.more')}
        </Button>
      ) : (
        <p>{t('common.end')}</p>
      )}
    </div>
  );
}
