import { useEffect, type ReactNode } from 'react';
import { Link } from '../lib/router.tsx';
import { Bell } from '../features/notices/bell.tsx';
import { useRealityCheck } from '../features/play/use-reality-check.ts';
import { logout } from '../features/session/session-api.ts';
import { useMoneyNews } from '../wallet/use-money-news.ts';
import { useWallet } from '../wallet/use-wallet.ts';
import { useWalletPush } from '../wallet/wallet-push.ts';
import { loadWords, useT } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';
import { tokenArea } from '../lib/session-token.ts';
import { readStored } from '../lib/storage.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { registerRemedies } from '../ui/alert-store.ts';
import { Amount } from '../ui/amount.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Skeleton } from '../ui/spinner.tsx';
import { Footer } from './footer.tsx';
import { MenuLink, useCurrent } from './menu-link.tsx';
import { offerPasskey } from './offer-passkey.ts';
import { remedies } from './remedies.ts';
import styles from './shell.module.css';

registerRemedies(remedies);

/** Has notices pushed here as before, where the player has chosen that. */
function renew(): void {
  if (readStored('pushedTo', tokenArea()) === null) return;
  void import('../features/notices/push-browser.ts').then(
    ({ renewPushes }) => renewPushes(),
    () => undefined,
  );
}

const SHARED: readonly (() => Promise<unknown>)[] = [
  () => import('./over-pages.tsx'),
  () => import('./dialogs.tsx'),
  () => loadWords('more'),
  () => import('../ui/amount-entry.tsx'),
  () => import('../ui/safe-html.tsx').then(({ loadSanitizer }) => loadSanitizer()),
];

/** Loads the code that most dialogs share before the first of them, and after everything on the page. */
async function fetchShared(): Promise<void> {
  for (const fetchPart of SHARED) {
    await new Promise<void>(whenIdle);
    await fetchPart().catch(() => undefined);
  }
}

/**
 * Frame of every page under /user: top bar, content, footer, and the menu in the form that fits the width.
 */
export function MemberShell({ children }: { children: ReactNode }) {
  useWalletPush();
  useMoneyNews();
  useRealityCheck();
  useEffect(offerPasskey, []);
  useEffect(() => whenIdle(() => void fetchShared()), []);
  useEffect(() => whenIdle(renew), []);
  return (
    <div className={classNames(styles.shell, styles.member, styles.withMenu)}>
      <TopBar />
      <div className={styles.columns}>
        <SideMenu />
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Footer />
      <BottomMenu />
    </div>
  );
}

function TopBar() {
  const t = useT();
  const current = useCurrent();
  const { userInfo } = useWallet();
  const name = userInfo?.profile.name;
  return (
    <header className={styles.topBar}>
      <div className={styles.topInner}>
        <Link href="/user/home" className={styles.homeLink}>
          <Logo size="small" />
          <span className="visually-hidden"> · {t('member.home')}</span>
        </Link>
        <div className={styles.topActions}>
          <Bell />
          <Link
            href="/user/profile"
            className={styles.profileLink}
            aria-current={current('/user/profile')}
            aria-label={name === undefined ? t('member.profileLink') : t('member.profile', { name })}
          >
            <span className={styles.avatar}>
              <Icon name="user" size={18} />
            </span>
            <span className={styles.profileName}>{name ?? <Skeleton width={72} />}</span>
          </Link>
          <IconButton icon="logout" label={t('member.logout')} onClick={logout} />
        </div>
      </div>
    </header>
  );
}

/** The phone's menu; from 768 px the side menu replaces it. */
function BottomMenu() {
  const t = useT();
  return (
    <nav className={styles.bottom} aria-label={t('shell.menu')}>
      <ul className={styles.bottomList}>
        <MenuLink href="/user/home" icon="home" label={t('member.home')} />
        <MenuLink href="/user/statement" icon="receipt" label={t('member.statement')} />
        <li>
          <button
            type="button"
            className={styles.plus}
            aria-label={t('member.actions')}
            aria-haspopup="dialog"
            onClick={() => void openModal('actions')}
          >
            <span className={styles.plusDiamond}>
              <Icon name="plus" size={26} />
            </span>
          </button>
        </li>
        <li>
          <button
            type="button"
            className={styles.item}
            aria-haspopup="dialog"
            onClick={() => void openModal('conditions')}
          >
            <Icon name="shield" />
            {t('member.conditions')}
          </button>
        </li>
        <MenuLink href="/user/contact" icon="speech" label={t('shell.contact')} />
      </ul>
    </nav>
  );
}

/** The wide form of the menu: credit, action menu, pages, conditions and logout. */
function SideMenu() {
  const t = useT();
  const { userInfo } = useWallet();
  return (
    <nav className={styles.side} aria-label={t('shell.menu')}>
      <div className={styles.credit}>
        <span className={styles.creditLabel}>{t('member.credit')}</span>
        <span className={styles.creditTotal}>
          {userInfo ? (
            <Amount value={userInfo.totalMinor} currency={userInfo.currency} smallDecimals />
          ) : (
            <Skeleton width={120} height={28} />
          )}
        </span>
      </div>
      <Button
        icon="plus"
        wide
        className={styles.sideAction}
        aria-haspopup="dialog"
        onClick={() => void openModal('actions')}
      >
        {t('member.actions')}
      </Button>
      <SideLink href="/user/home" icon="home" label={t('member.home')} />
      <SideLink href="/user/statement" icon="receipt" label={t('member.statement')} />
      <button
        type="button"
        className={styles.sideItem}
        aria-haspopup="dialog"
        onClick={() => void openModal('conditions')}
      >
        <Icon name="shield" />
        {t('member.conditions')}
      </button>
      <SideLink href="/user/contact" icon="speech" label={t('shell.contact')} />
      <hr className={styles.rule} />
      <button type="button" className={styles.sideItem} onClick={logout}>
        <Icon name="logout" />
        {t('member.logout')}
      </button>
    </nav>
  );
}

function SideLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  const current = useCurrent();
  return (
    <Link href={href} className={styles.sideItem} aria-current={current(href)}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}
