import { useSyncExternalStore } from 'react';

/** The browser's `beforeinstallprompt` event. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * The start-up script keeps the offer on `window` and announces it there: a module shared with a screen would
 * be one more file to load.
 */
const readOffer = () => (window.installOffer as InstallOffer | null | undefined) ?? null;

function subscribe(listener: () => void): () => void {
  window.addEventListener('installoffer', listener);
  return () => window.removeEventListener('installoffer', listener);
}

/** Way to install the app on this device: by the browser's offer, by hand, or not at all. */
export type InstallWay = 'offer' | 'by-hand' | null;

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/**
 * Returns the way to install the app. iOS makes no offers; the presence of `navigator.standalone` shows that
 * it can install.
 */
export function useInstallWay(): InstallWay {
  const made = useSyncExternalStore(subscribe, readOffer);
  if (isInstalled()) return null;
  if (made) return 'offer';
  return 'standalone' in navigator ? 'by-hand' : null;
}

/** Accepts the browser's offer, which works once. Never rejects. */
export async function install(): Promise<void> {
  const made = readOffer();
  window.installOffer = null;
  window.dispatchEvent(new Event('installoffer'));
  try {
    await made?.prompt();
  } catch (error) {
    console.warn('installing failed', error);
  }
}
