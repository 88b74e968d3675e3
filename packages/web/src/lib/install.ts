import { useSyncExternalStore } from 'react';

/** The browser's offer to put the app on the home screen. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * The start keeps the offer at the window, and tells of it there: a module that it shared with one screen would be a
 * file more to wait for.
 */
const readOffer = () => (window.installOffer as InstallOffer | null | undefined) ?? null;

function subscribe(listener: () => void): () => void {
  window.addEventListener('installoffer', listener);
  return () => window.removeEventListener('installoffer', listener);
}

/** How the app gets onto this device's home screen: by the browser's offer, by the player's hand, or not at all. */
export type InstallWay = 'offer' | 'by-hand' | null;

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** iOS makes no offers, and tells that it could by having a `standalone` at all. */
export function useInstallWay(): InstallWay {
  const made = useSyncExternalStore(subscribe, readOffer);
  if (isInstalled()) return null;
  if (made) return 'offer';
  return 'standalone' in navigator ? 'by-hand' : null;
}

/** Takes the browser's offer up; it is good for once. Never rejects. */
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
