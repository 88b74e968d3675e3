import type { ReactNode } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { classNames } from '../ui/class-names.ts';
import { Late } from '../ui/late.tsx';
import { MenuLink } from './menu-link.tsx';
import styles from './shell.module.css';

const loadFooter = () => import('./route-table.ts').then(({ fetchFooter }) => fetchFooter());

/** Frame of visitors' pages. */
export function VisitorShell({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className={classNames(styles.shell, styles.visitor, styles.narrow, styles.withMenu)}>
      <div className={styles.columns}>
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Late load={loadFooter} />
      <nav className={styles.bottom} aria-label={t('shell.menu')}>
        <ul className={styles.bottomList}>
          <MenuLink href="/login" icon="home" label={t('shell.login')} />
          <MenuLink href="/register" icon="user" label={t('shell.register')} />
          <MenuLink href="/contact" icon="speech" label={t('shell.contact')} />
        </ul>
      </nav>
    </div>
  );
}

/** Frame of standalone pages. */
export function PlainShell({ children }: { children: ReactNode }) {
  return (
    <div className={classNames(styles.shell, styles.narrow)}>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
