import { subscribeBrowser } from '@krapao/contract/push-subscription';
import { endPushes } from '../../lib/end-pushes.ts';
import { call } from '../../lib/http.ts';
import { tokenArea } from '../../lib/session-token.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    /** Address of this browser at its push service, to which the session's notices are pushed. */
    pushedTo: 'token';
  }
}

/**
 * Whether this browser shows notices. `install`: it can once the app is on the home screen. `blocked`: the player, or the
 * browser, does not allow it.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'install' | 'unsupported';

const pushedTo = (): string | null => readStored('pushedTo', tokenArea());

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration && 'pushManager' in registration ? registration : undefined;
}

/** Reads the state of this browser. Never rejects. */
export async function readPushState(): Promise<PushState> {
  try {
    const registration = await worker();
    if (!registration) {
      return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'unsupported';
    }
    if (Notification.permission === 'denied') return 'blocked';
    const subscription = await registration.pushManager.getSubscription();
    const isOn = subscription !== null && subscription.endpoint === pushedTo();
    return isOn && Notification.permission === 'granted' ? 'on' : 'off';
  } catch (fault) {
    console.warn('pushes are not available', fault);
    return 'unsupported';
  }
}

/**
 * Asks for permission and has notices pushed here. Call it from a press: browsers ask for no other reason.
 * @throws ApiError, or the browser's own error
 */
export async function turnOn(): Promise<PushState> {
  const registration = await worker();
  if (!registration || (await Notification.requestPermission()) !== 'granted') return readPushState();
  await subscribe(registration);
  return 'on';
}

/**
 * Has notices pushed here as before, after the key, the browser's address or the language changed, or the server forgot
 * the browser. Without permission, nothing is pushed any more. Never rejects.
 */
export async function renewPushes(): Promise<void> {
  try {
    const registration = await worker();
    if (registration && Notification.permission === 'granted') await subscribe(registration);
  } catch (fault) {
    console.warn('pushes were not renewed', fault);
  }
}

async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = await call('GET /api/notices/choices');
  const endpoint = await subscribeBrowser(pushManager, { publicKey, own: pushedTo() }, (browser) =>
    call('POST /api/notices/browser', { body: browser }),
  );
  writeStored('pushedTo', endpoint, tokenArea());
}

/** Has no more notices pushed here. @throws ApiError */
export async function turnOff(): Promise<PushState> {
  const endpoint = pushedTo();
  if (endpoint !== null) await call('POST /api/notices/browser/forget', { body: { endpoint } });
  writeStored('pushedTo', null, tokenArea());
  await endPushes();
  return readPushState();
}
