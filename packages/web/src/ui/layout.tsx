import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './display.module.css';

interface BoxProps {
  children: ReactNode;
  className?: string | undefined;
}

/** A raised sheet for a group of content. */
export function Card({ children, className }: BoxProps) {
  return <section className={classNames(styles.card, className)}>{children}</section>;
}

/** A column of elements with the app's spacing. */
export function Stack({ children, className }: BoxProps) {
  return <div className={classNames(styles.stack, className)}>{children}</div>;
}

/** Cards side by side where there is room for two, else in one column. */
export function Columns({ children, className }: BoxProps) {
  return <div className={classNames(styles.columns, className)}>{children}</div>;
}

/** Heading of a page, with an action beside it. */
export function PageHeader({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <header className={styles.pageHeader}>
      <h1>{title}</h1>
      {action}
    </header>
  );
}

/** Labels and values in rows; children are `Detail`s. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>;
}

/** One labelled value of `Details`, followed by an action (a copy button, say). */
export function Detail({
  label,
  children,
  action,
}: {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.detail}>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
        {action}
      </dd>
    </div>
  );
}
