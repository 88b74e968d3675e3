import { settings } from '../lib/settings.ts';
import { noteNewVersion } from '../lib/stale-code.ts';

/** Shortest interval of the page's own update checks; the browser checks on each page load. */
const ASK_EVERY_MS = 30 * 60_000;

/**
 * Lets the service worker cache the files that the app needs to start offline, after the page has loaded its
 * own. Does nothing where the browser has no service workers, which includes every site served without TLS.
 */
export function startOfflineShell(): void {
  if (!import.meta.env.PROD || !settings.offlineShell || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Not on the first activation ever: the page's files are of the same version.
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) noteNewVersion();
    isControlled = true;
  });
  register(serviceWorker).catch((error: unknown) => console.warn('no offline shell', error));
}

async function register(serviceWorker: ServiceWorkerContainer): Promise<void> {
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  // Files that this page loaded before the worker was active are cached too.
  const used = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ type: 'used', urls: used.filter((url) => url.includes('/assets/')) });
  let askedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < ASK_EVERY_MS) return;
    askedAtMs = Date.now();
    registration.update().catch(() => undefined);
  });
}
