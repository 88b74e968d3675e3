import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './display.module.css';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'neutral' | 'success' | 'error' | 'pending' | 'gold';

const ICON: Partial<Record<Tone, IconName>> = { success: 'check', error: 'close', pending: 'clock' };

/** A small label in the colour of its meaning; states also have a shape, not only a colour. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const icon = ICON[tone];
  return (
    <span className={classNames(styles.chip, styles[tone])} data-tone={tone}>
      {icon && <Icon name={icon} size={13} />}
      {children}
    </span>
  );
}
