import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { useSlipHours } from '../slips/slips-api.ts';
import styles from './deposit.module.css';

/** Advice for a transfer that was not credited: send its slip in time, and only while slips are accepted. */
export function SlipNote({ isMain = false }: { isMain?: boolean }) {
  const t = useT();
  const { closed } = useSlipHours();
  return (
    <aside className={styles.slip}>
      <p className={styles.slipWords}>
        {!isMain && <strong>{t('deposit.slipTitle')}</strong>}
        <span>{t('deposit.slipWithin')}</span>
        {closed && <span>{t('deposit.slipClosed', { windows: closed })}</span>}
      </p>
      <Button variant="secondary" size="small" icon="receipt" onClick={() => void openModal('slip')}>
        {t('deposit.sendSlip')}
      </Button>
    </aside>
  );
}
