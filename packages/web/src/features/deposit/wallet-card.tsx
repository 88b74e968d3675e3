import type { ReactNode } from 'react';
import styles from './channel-card.module.css';

interface WalletCardProps {
  name: string;
  /** Text for the way to pay in. */
  kind: string;
  /** The wallet's number with its buttons, where it has one. */
  children?: ReactNode;
}

/** A digital wallet of the operator. */
export function WalletCard({ name, kind, children }: WalletCardProps) {
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <WalletMark size={52} />
        <p className={styles.names}>
          <strong translate="no">{name}</strong>
          <span>{kind}</span>
        </p>
      </header>
      {children && <p className={styles.number}>{children}</p>}
    </section>
  );
}

/** Picture of a digital wallet, drawn for this app: an open purse with a note and a coin in it. */
export function WalletMark({ size = 44 }: { size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden className={styles.walletMark}>
      <rect width="48" height="48" rx="14" fill="#f29a2e" />
      <path d="M13 18.5 30.5 11a2 2 0 0 1 2.6 1.1l2.4 6.4Z" fill="#fff3dc" />
      <path d="M20.5 16.6l8.6-3.7" stroke="#f29a2e" strokeWidth="1.6" strokeLinecap="round" />
      <path
        d="M10 19.5A2.5 2.5 0 0 1 12.5 17H36a3 3 0 0 1 3 3v14a3.5 3.5 0 0 1-3.5 3.5h-22A3.5 3.5 0 0 1 10 34Z"
        fill="#8a3d0c"
      />
      <path
        d="M10 20.5h26a3 3 0 0 1 3 3v3H31a3.6 3.6 0 0 0 0 7.2h8"
        fill="none"
        stroke="#ffd695"
        strokeWidth="1.7"
      />
      <circle cx="31.6" cy="30.1" r="1.7" fill="#ffd695" />
    </svg>
  );
}
