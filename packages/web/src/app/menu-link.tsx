import { Link, usePath } from '../lib/router.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './shell.module.css';

/** What `aria-current` of a link says, by its address. */
export function useCurrent(): (path: string) => 'page' | undefined {
  const location = usePath();
  return (path) => (location === path ? 'page' : undefined);
}

/** A link of the menu at the bottom. */
export function MenuLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  const current = useCurrent();
  return (
    <li>
      <Link href={href} className={styles.item} aria-current={current(href)}>
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  );
}
