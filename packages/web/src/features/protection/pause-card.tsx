import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import styles from './protection.module.css';

/** The way to a break or an exclusion. */
export function PauseCard() {
  const t = useT();
  return (
    <Card className={styles.card}>
      <h2>{t('protection.pause')}</h2>
      <p className={styles.quiet}>{t('protection.pauseHint')}</p>
      <Button
        variant="secondary"
        icon="moon"
        wide
        aria-haspopup="dialog"
        onClick={() => void openModal('pause')}
      >
        {t('protection.pause')}
      </Button>
    </Card>
  );
}
