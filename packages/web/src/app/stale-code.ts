import { readStored, writeStored } from '../lib/storage.ts';

const STORAGE_KEY = 'reloadedAt';
/** A second failure so soon after reloading is not a matter of age. */
const ONCE_PER_MS = 60_000;

/**
 * After a new version is deployed, a page opened before asks for files that are gone. Loads the page anew then,
 * but not over and over, and not while there is no connection.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    const lastMs = Number(readStored(STORAGE_KEY, 'session') ?? 0);
    if (!navigator.onLine || Date.now() - lastMs < ONCE_PER_MS) return;
    writeStored(STORAGE_KEY, String(Date.now()), 'session');
    window.location.reload();
  });
}
