import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  id: string;
  label: string;
  to: LinkProps['to'];
  params?: Record<string, string>;
  search?: Record<string, string | undefined>;
  isCurrent: boolean;
}

/** Views of one room; each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.id;
  // On a phone the row is wider than the screen.
  useEffect(() => {
    const nav = row.current;
    const link = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !link) return;
    const hidden = link.offsetLeft + link.offsetWidth - nav.offsetLeft - nav.clientWidth;
    if (hidden > nav.scrollLeft) nav.scrollLeft = hidden;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className={styles['tabs']}>
      {tabs.map(({ id, label: text, to, params, search, isCurrent }) => (
        <Link
          key={id}
          {...({ to, params, search } as LinkProps)}
          className={styles['tab']}
          aria-current={isCurrent ? 'page' : undefined}
          activeProps={NONE}
          activeOptions={ONE}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** A tab without a filter is not current where the address has one. */
const ONE = { explicitUndefined: true };
/** The tab itself says whether it is current. */
const NONE = {};
