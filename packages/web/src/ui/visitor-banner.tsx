import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { hasLanguages, LanguageSwitch } from './language-switch.tsx';
import styles from './visitor-banner.module.css';

/** Silk panel with the brand, a heading and the language switch: the header of pages before login. */
export function VisitorBanner({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.banner}>
      <div className={styles.top}>
        <Logo size="large" />
        {hasLanguages && (
          <div className={styles.languages}>
            <LanguageSwitch />
          </div>
        )}
      </div>
      <h1 className={styles.title}>{title}</h1>
      {children && <div className={styles.lead}>{children}</div>}
    </header>
  );
}

/** The sheet under the banner with the form, and the content below it. */
export function VisitorSheet({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className={styles.sheet}>
      {children}
      {footer && <footer className={styles.below}>{footer}</footer>}
    </div>
  );
}
