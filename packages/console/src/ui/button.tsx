import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Key } from './key.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  /** The key that does the same. */
  shortcut?: string;
  isWide?: boolean;
  children: ReactNode;
}

/** A button with words. While it is pending it keeps the focus and cannot be pressed. */
export function Button({ kind = 'plain', icon, shortcut, isWide, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classNames(styles['button'], styles[kind], isWide && styles['wide'])}>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
      {shortcut !== undefined && <Key name={shortcut} />}
    </AriaButton>
  );
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  icon: IconName;
  label: string;
}

/** A button with an icon alone. */
export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className={classNames(styles['button'], styles['icon'])}>
      <Icon name={icon} />
    </AriaButton>
  );
}
