import {
  createContext,
  useContext,
  useLayoutEffect,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
} from 'react';

/* Minimal router: no patterns, no nesting. The rest of a routing library would be a tenth of all of our
   own code that the login page loads. */

interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** State stored with the history entry. */
  state?: unknown;
}

const listeners = new Set<() => void>();

/** Goes to another page of the app. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  for (const listener of listeners) listener();
}

/** Calls a function after the app has gone to another page, but not after going back. @returns stops that */
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

/** Path to draw without a browser: see `app/prerender.tsx`. */
export const DrawnPath = createContext<string | null>(null);

const currentPath = () => window.location.pathname;
const currentSearch = () => window.location.search.slice(1);

/** Returns the page's path; follows changes. */
export function usePath(): string {
  const drawn = useContext(DrawnPath);
  return useSyncExternalStore(subscribe, currentPath, drawn === null ? currentPath : () => drawn);
}

/** Returns the address's query without `?`; follows changes. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, currentSearch);
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** Link to a page of the app. With a modifier key or another mouse button, the browser handles the click. */
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

interface RedirectProps {
  /** Path that is not to be shown. */
  from: string;
  to: string;
  /** Keeps the query. */
  keepsQuery?: boolean;
}

/**
 * Replaces a page with another. It acts on every arrival at `from`: the player may go back to that page before
 * the other one is rendered.
 */
export function Redirect({ from, to, keepsQuery = false }: RedirectProps) {
  const path = usePath();
  useLayoutEffect(() => {
    if (path === from) navigate(keepsQuery ? to + window.location.search : to, { replace: true });
  }, [path, from, to, keepsQuery]);
  return null;
}
