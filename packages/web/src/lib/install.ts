import { createStore, useStore } from './store.ts';

/** The browser's offer to put the app on the home screen. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallOffer | null>(null);

/** Keeps the browser's offer for when the player wants it, in place of a bar of the browser's own. */
export function noteInstallOffer(event: Event): void {
  event.preventDefault();
  offer.set(event as InstallOffer);
}

/** How the app gets onto this device's home screen: by the browser's offer, by the player's hand, or not at all. */
export type InstallWay = 'offer' | 'by-hand' | null;

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** iOS makes no offers, and tells that it could by having a `standalone` at all. */
export function useInstallWay(): InstallWay {
  const made = useStore(offer);
  if (isInstalled()) return null;
  if (made) return 'offer';
  return 'standalone' in navigator ? 'by-hand' : null;
}

/** Takes the browser's offer up; it is good for once. Never rejects. */
export async function install(): Promise<void> {
  const made = offer.get();
  offer.set(null);
  try {
    await made?.prompt();
  } catch (error) {
    console.warn('installing failed', error);
  }
}
