import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import styles from './protection.module.css';
import { useChange } from './use-change.ts';

/** Asks after half a year whether the limits still fit. */
export function ReviewCard() {
  const t = useT();
  const change = useChange();
  return (
    <Card className={styles.card}>
      <h2>{t('protection.reviewTitle')}</h2>
      <p className={styles.quiet}>{t('protection.reviewText')}</p>
      <Button
        variant="secondary"
        icon="check"
        wide
        onClick={() => change(() => call('POST /api/protection/review'), t('protection.reviewed'))}
      >
        {t('protection.reviewKeep')}
      </Button>
    </Card>
  );
}
