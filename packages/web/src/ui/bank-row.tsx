import type { ReactNode } from 'react';
import styles from './bank-row.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** Emblems drawn for this app, in the banks' well-known colours; every other bank gets the plain icon. */
const EMBLEMS: Readonly<Partial<Record<string, { colour: string; outline: string }>>> = {
  KBANK: {
    colour: '#0e8a4d',
    outline:
      'M12 20.2V9.4M12 10.6c-3.1-.4-4.8-2.6-4.8-5.6 3 0 4.8 2.3 4.8 5.6Zm0 0c3.1-.4 4.8-2.6 4.8-5.6-3 0-4.8 2.3-4.8 5.6ZM12 16.4c-2.7-.3-4.3-2-4.6-4.6 2.7.2 4.4 1.8 4.6 4.6Zm0 0c2.7-.3 4.3-2 4.6-4.6-2.7.2-4.4 1.8-4.6 4.6Z',
  },
  SCB: {
    colour: '#543089',
    outline:
      'M12 3.8c4.2 3.2 6.2 6 6.2 8.9a6.2 6.2 0 0 1-12.4 0c0-2.9 2-5.7 6.2-8.9ZM12 9.2v11M12 14.6l3-2.6M12 16.6l-3-2.6',
  },
  GSB: {
    colour: '#d6246e',
    outline:
      'M12 4.2a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.2ZM5.4 13.2h13.2v5a1.4 1.4 0 0 1-1.4 1.4H6.8a1.4 1.4 0 0 1-1.4-1.4ZM9.4 13.2v1.6h5.2v-1.6',
  },
};

interface BankMarkProps {
  code: string;
  size?: number;
  /** Icon of a bank without an emblem, or of a place that is not a bank. */
  icon?: IconName;
}

/** A bank's emblem on a tile. Decoration: the bank's name stands beside it. */
export function BankMark({ code, size = 44, icon = 'bank' }: BankMarkProps) {
  const emblem = EMBLEMS[code];
  return (
    <span
      className={styles.mark}
      style={{ width: size, height: size, ...(emblem && { background: emblem.colour, color: '#fff' }) }}
    >
      {emblem ? (
        <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} fill="none" aria-hidden>
          <path
            d={emblem.outline}
            stroke="currentColor"
            strokeWidth={1.7}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      ) : (
        <Icon name={icon} size={size * 0.5} />
      )}
    </span>
  );
}

interface BankRowProps {
  /** Bank code, for the emblem. */
  code: string;
  bank: string;
  holder: string;
  /** Account number, formatted. */
  accountNo: string;
  action?: ReactNode;
  className?: string | undefined;
}

/** A bank account in one row: emblem, account number, bank and holder, and an action. */
export function BankRow({ code, bank, holder, accountNo, action, className }: BankRowProps) {
  return (
    <div className={classNames(styles.row, className)}>
      <BankMark code={code} />
      <span className={styles.words}>
        <span className={styles.number}>{accountNo}</span>
        <span className={styles.names}>
          <span>{bank}</span>
          <span translate="no">{holder}</span>
        </span>
      </span>
      {action}
    </div>
  );
}
