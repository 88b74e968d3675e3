import type { PushBrowser } from '@krapao/contract/push-subscription';
import type { Page } from '@playwright/test';
import type { Stack } from './stack.ts';

/** A browser at the sandbox's push service. */
export type SandboxBrowser = PushBrowser & { id: string };

async function control<T>(stack: Stack, method: string, path: string): Promise<T> {
  const response = await fetch(`${stack.sandbox.url}/control/push/browsers${path}`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  return (await response.json()) as T;
}

export const newPushBrowser = (stack: Stack): Promise<SandboxBrowser> => control(stack, 'POST', '');

/** Returns what a browser was pushed, decrypted. */
export async function receivedBy(stack: Stack, { id }: SandboxBrowser): Promise<{ text: string }[]> {
  const { received } = await control<{ received: { text: string }[] }>(stack, 'GET', `/${id}`);
  return received;
}

/** Has the page subscribe at the sandbox's push service: a browser of tests has none of its own. */
export async function subscribeBy(page: Page, browser: PushBrowser): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    // Kept over reloads, as the browser keeps it.
    const keyOf = (text: string) => Uint8Array.from(text.split(',').map(Number)).buffer;
    const subscriptionFor = (key: string) => ({
      endpoint,
      options: { applicationServerKey: keyOf(key) },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => {
        localStorage.removeItem('subscribed');
        return Promise.resolve(true);
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: () => {
        const key = localStorage.getItem('subscribed');
        return Promise.resolve(key === null ? null : subscriptionFor(key));
      },
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = applicationServerKey.join();
        localStorage.setItem('subscribed', key);
        return Promise.resolve(subscriptionFor(key));
      },
    });
  }, browser);
}

/** Returns whether the page's browser is subscribed. */
export const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('subscribed') !== null);

/** Delivers a push to the page's service worker, as the browser would. */
export async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

/** Returns the notifications that the page's service worker shows. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, data }) => ({ title, body, data: String(data) }));
  });
