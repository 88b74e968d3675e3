import { isAnyInFlight } from '../lib/in-flight.ts';
import { isAnyModalOpen, openModals } from '../lib/modal-store.ts';
import { onNavigate } from '../lib/router.tsx';
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';

const STORAGE_KEY = 'reloadedAt';
/** A second failure so soon after reloading is not a matter of age. */
const ONCE_PER_MS = 60_000;

let isOutdated = false;
let reloading: Promise<boolean> = Promise.resolve(false);

/** Whether the page is about to be loaded anew, because of code that has just failed to come. */
export const isReloading = (): Promise<boolean> => reloading;

/** A new version has been deployed and is ready: the next page the player goes to is loaded from it. */
export function noteNewVersion(): void {
  isOutdated = true;
}

/**
 * After a new version is deployed, a page opened before asks for files that are gone. Loads the page anew then,
 * but not over and over, and not while there is no connection. Where the new version is known before that, going to
 * another page loads it: never in the middle of something.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    const lastMs = Number(readStored(STORAGE_KEY, 'session') ?? 0);
    if (!navigator.onLine || Date.now() - lastMs < ONCE_PER_MS) return;
    if (isAnyInFlight()) return noteNewVersion();
    reloading = isServerThere().then((isThere) => {
      if (!isThere) return false;
      writeStored(STORAGE_KEY, String(Date.now()), 'session');
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

/** Notes which dialogs are open: `reopen-modals.ts` opens them again on the new page. */
function keepModals(): void {
  const open = openModals.get().map(({ name, props }) => ({ name, props }));
  if (open.length > 0) writeStored(STORAGE_KEYS.reopen, JSON.stringify(open), 'session');
}

/** Code that did not come is no sign of a new version where nothing comes. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
