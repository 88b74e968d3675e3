import { isAnyInFlight } from '../lib/in-flight.ts';
import { isAnyModalOpen } from '../lib/modal-store.ts';
import { onNavigate } from '../lib/router.tsx';
import { readStored, writeStored } from '../lib/storage.ts';

const STORAGE_KEY = 'reloadedAt';
/** A second failure so soon after reloading is not a matter of age. */
const ONCE_PER_MS = 60_000;

let isOutdated = false;

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
    void isServerThere().then((isThere) => {
      if (!isThere) return;
      writeStored(STORAGE_KEY, String(Date.now()), 'session');
      window.location.reload();
    });
  });
  onNavigate(() => {
    if (!isOutdated || !navigator.onLine || isAnyModalOpen() || isAnyInFlight()) return;
    window.location.reload();
  });
}

/** Code that did not come is no sign of a new version where nothing comes. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
