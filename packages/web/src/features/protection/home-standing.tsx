import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Link } from '../../lib/router.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { PROTECTION_PATH } from './protection-api.tsx';
import styles from './protection.module.css';
import { Stopped } from './stopped.tsx';

/**
 * Home's lines about a break or an exclusion, the held balance and old limits. They are loaded only for members to whom
 * there is something to say.
 */
export function HomeStanding() {
  const t = useT();
  const { userInfo } = useWallet();
  if (!userInfo) return null;
  const { standing, heldMinor, currency } = userInfo;
  return (
    <>
      {standing?.stop && <Stopped {...standing.stop} />}
      {heldMinor > 0n && (
        <Way icon="wallet" title={`${t('protection.held')} ${formatMoney(heldMinor, currency)}`}>
          {t('protection.heldHint')}
        </Way>
      )}
      {standing?.ask === 'review' && (
        <Way icon="heart" title={t('protection.reviewTitle')}>
          {t('protection.reviewText')}
        </Way>
      )}
    </>
  );
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <Link href={PROTECTION_PATH} className={styles.way}>
      <Icon name={icon} size={22} />
      <span>
        <strong>{title}</strong>
        <small>{children}</small>
      </span>
      <Icon name="chevron-right" size={20} />
    </Link>
  );
}
