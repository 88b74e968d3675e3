import { useEffect, type ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A room: its heading, which also names the browser's tab, and its content. */
export function Page({ title, aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Krapao`;
  }, [title]);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 tabIndex={-1}>{title}</h1>
        {aside}
      </header>
      {children}
    </div>
  );
}

/** A framed part of a room. */
export function Panel({
  title,
  aside,
  children,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles['panel']}>
      {title !== undefined && (
        <header className={styles['panel-head']}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** Content of a panel that is no table. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={styles['body']}>{children}</div>;
}

/** Controls in a row that wraps. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
