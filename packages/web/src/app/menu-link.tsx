import { Link, usePath } from '../lib/router.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './shell.module.css';

/** Returns the function that gives a link's `aria-current` by its address. */
export function useCurrent(): (path: string) => 'page' | undefined {
  const location = usePath();
  return (path) => (location === path ? 'page' : undefined);
}

/** Link of the bottom menu. */
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
