import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A link that saves a file, as a button. */
export function DownloadLink({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <a
      href={href}
      download
      aria-label={`${label}: ${name}`}
      className={classNames(styles['button'], styles['primary'])}
    >
      <Icon name="exports" size={16} />
      <span>{label}</span>
    </a>
  );
}
