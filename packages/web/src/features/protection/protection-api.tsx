import { useT } from '../../lib/i18n/i18n.ts';
import { closeAllModals } from '../../lib/modal-store.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './protection-line.module.css';

/** Address of the member's own limits. */
export const PROTECTION_PATH = '/user/protection';

/** The quiet line to the member's own limits, on home and on every sheet that takes money. */
export function ProtectionLine() {
  const t = useT();
  return (
    <p className={styles.line}>
      <Link href={PROTECTION_PATH} onClick={closeAllModals}>
        <Icon name="heart" size={18} />
        {t('member.playSafely')}
        <Icon name="chevron-right" size={18} />
      </Link>
    </p>
  );
}
