import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './row-mark.module.css';

export type MarkTone = 'plain' | 'good' | 'brand' | 'warn' | 'gold';

interface RowMarkProps {
  icon?: IconName;
  tone?: MarkTone;
  className?: string | undefined;
}

/** The diamond at the start of a row. Without an icon it is a placeholder. */
export function RowMark({ icon, tone = 'plain', className }: RowMarkProps) {
  return (
    <span className={classNames(styles.mark, styles[tone], className)}>
      {icon && <Icon name={icon} size={20} />}
    </span>
  );
}
