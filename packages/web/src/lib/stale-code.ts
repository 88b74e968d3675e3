import { isAnyInFlight } from './in-flight.ts';
import { isAnyModalOpen, openModals } from './modal-store.ts';
import { onNavigate } from './router.tsx';
import { readStored, writeStored } from './storage.ts';

declare module './storage.ts' {
  interface StorageKeys {
    reloadedAt: 'device';
    reopen: 'token';
  }
}

/** A second failure so soon after a reload has another cause than an old version. */
const ONCE_PER_MS = 60_000;

let isOutdated = false;
let reloading: Promise<boolean> = Promise.resolve(false);

/** Resolves with true when the page is about to be reloaded because code has just failed to load. */
export const isReloading = (): Promise<boolean> => reloading;

/** Records that a new version is deployed and ready: the next navigation loads the page from it. */
export function noteNewVersion(): void {
  isOutdated = true;
}

/**
 * After a new version is deployed, a page opened before requests files that are gone. Reloads the page then,
 * but not repeatedly, and not without a connection. If the new version is known earlier, the next navigation
 * reloads the page: never in the middle of an action.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    const lastMs = Number(readStored('reloadedAt', 'session') ?? 0);
    if (!navigator.onLine || Date.now() - lastMs < ONCE_PER_MS) return;
    if (isAnyInFlight()) return noteNewVersion();
    reloading = isServerThere().then((isThere) => {
      if (!isThere) return false;
      // Something was sent while the server was asked.
      if (isAnyInFlight()) {
        noteNewVersion();
        return false;
      }
      writeStored('reloadedAt', String(Date.now()), 'session');
      keepModals();
      window.location.reload();
      return true;
    });
  });
  onNavigate(() => {
    if (!isOutdated || !navigator.onLine || isAnyModalOpen() || isAnyInFlight()) return;
    window.location.reload();
  });
}

/** Stores which dialogs are open: `reopen-modals.ts` reopens them on the new page. */
function keepModals(): void {
  const open = openModals.get().map(({ name, props }) => ({ name, props }));
  if (open.length > 0) writeStored('reopen', JSON.stringify(open), 'session');
}

/** True when the server answers: code that then failed to load may be of an old version. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
