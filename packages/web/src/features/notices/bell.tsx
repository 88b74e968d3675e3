import { Link, usePath } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './bell.module.css';

const PATH = '/user/notices';
/** More are shown as `9+`. */
const MOST_SHOWN = 9;

/** Reads what the wallet's reply says, and asks for nothing itself. */
const AS_IT_COMES = { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false };

/** Number of the member's unread notices, which comes with the balances. */
export const useUnread = (): number => useApi('GET /api/wallet', undefined, AS_IT_COMES).data?.notices ?? 0;

/** The bell of the top bar, with the number of unread notices. */
export function Bell() {
  const t = useT();
  const unread = useUnread();
  const path = usePath();
  return (
    <Link
      href={PATH}
      className={styles.bell}
      aria-current={path === PATH ? 'page' : undefined}
      aria-label={unread > 0 ? t('member.noticesNew', { count: unread }) : t('member.notices')}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}
