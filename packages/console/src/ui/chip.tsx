import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'brand';

/** A short state in colour and words. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles['chip'], styles[tone])}>{children}</span>;
}
