import { settings } from '../lib/settings.ts';
import { noteNewVersion } from './stale-code.ts';

/** The page asks for a newer version at most this often by itself; the browser does so when a page is loaded. */
const ASK_EVERY_MS = 30 * 60_000;

/**
 * Has the service worker keep what the app needs to start without a connection, once the page has what it needs
 * itself. Does nothing where the browser has none, which is also wherever the site is not served over TLS.
 */
export function startOfflineShell(): void {
  if (!import.meta.env.PROD || !settings.offlineShell || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Not at the first one ever: what is on the page came with it.
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
  // What this page has fetched before the worker was there belongs to what it uses.
  const used = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ type: 'used', urls: used.filter((url) => url.includes('/assets/')) });
  let askedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < ASK_EVERY_MS) return;
    askedAtMs = Date.now();
    registration.update().catch(() => undefined);
  });
}
