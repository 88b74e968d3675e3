import {
  createContext,
  useContext,
  useLayoutEffect,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
} from 'react';

/*
 * The address of the page, as far as this app needs it: no patterns, no nesting. What a routing library has beyond
 * that would be a tenth of all of our own code that the login page loads.
 */

interface NavigateOptions {
  /** Takes the current page's place in the history. */
  replace?: boolean;
  /** What the history keeps beside the address. */
  state?: unknown;
}

const listeners = new Set<() => void>();

/** Goes to another page of the app. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  for (const listener of listeners) listener();
}

/** Has a function called after the app has gone to another page, but not after going back. @returns stops that */
export function onNavigate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  const stop = onNavigate(listener);
  window.addEventListener('popstate', listener);
  return () => {
    stop();
    window.removeEventListener('popstate', listener);
  };
}

/** The path to draw where there is no browser: see `app/prerender.tsx`. */
export const DrawnPath = createContext<string | null>(null);

const currentPath = () => window.location.pathname;
const currentSearch = () => window.location.search.slice(1);

/** The path of the page, as it changes. */
export function usePath(): string {
  const drawn = useContext(DrawnPath);
  return useSyncExternalStore(subscribe, currentPath, drawn === null ? currentPath : () => drawn);
}

/** What follows the `?` of the address, as it changes. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, currentSearch);
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link to a page of the app. With a modifier key, or another button, it is the browser's. */
export function Link({ href, children, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    const isOurs = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!isOurs) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...rest} href={href} onClick={go}>
      {children}
    </a>
  );
}

/** Goes to another page in this one's place, with this one's query where that is kept. */
export function Redirect({ to, keepsQuery = false }: { to: string; keepsQuery?: boolean }) {
  useLayoutEffect(() => {
    navigate(keepsQuery ? to + window.location.search : to, { replace: true });
  }, [to, keepsQuery]);
  return null;
}
