import { useEffect, type ReactNode } from 'react';
import { changeLocale, useLocale, useT } from '../lib/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES } from '../lib/locale.ts';
import styles from './entrance.module.css';
import { Logo } from './logo.tsx';

/** The page around signing in: before the console, and over it when a session is over. */
export function Entrance({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Krapao`;
  }, [title]);
  return (
    <main className={styles['entrance']}>
      <div className={styles['card']}>
        <header className={styles['head']}>
          <Logo />
        </header>
        <div className={styles['body']}>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          {children}
        </div>
      </div>
      <Languages />
    </main>
  );
}

function Languages() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className={styles['languages']} role="group" aria-label={t('frame.language')}>
      {LOCALES.map((one) => (
        <button
          key={one}
          type="button"
          lang={LANGUAGE_TAG[one]}
          aria-pressed={one === locale}
          onClick={() => void changeLocale(one)}
        >
          {LANGUAGE_NAME[one]}
        </button>
      ))}
    </div>
  );
}
