import type { ReactNode } from 'react';
import { Link } from '../lib/router.tsx';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonLinkProps {
  /** Path of the app, or full web address, which opens in a new tab by default. */
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  icon?: IconName;
  wide?: boolean;
  newTab?: boolean;
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  children,
  variant = 'primary',
  size = 'normal',
  icon,
  wide = false,
  newTab = true,
}: ButtonLinkProps) {
  const className = classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
  );
  const content = (
    <span className={styles.content}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </span>
  );
  if (href.startsWith('/')) {
    return (
      <Link href={href} className={className}>
        {content}
      </Link>
    );
  }
  return (
    <a href={href} className={className} target={newTab ? '_blank' : undefined} rel="noopener noreferrer">
      {content}
    </a>
  );
}
