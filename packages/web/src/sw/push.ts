/// <reference lib="webworker" />

import type { PushPayload } from '@krapao/contract/notice-kinds';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icon-192.png';
/** Shown for a push that this version cannot read. */
const UNREADABLE: PushPayload = { title: self.location.host, body: '', path: '/', tag: 'unreadable' };
/** Screens of members: a push leads nowhere else. */
const SCREEN = /^\/user\/[a-z]+$/;

/** Shows pushes, and opens the screen that one leads to when it is pressed. */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });
}

/** Browsers take the permission away from a site whose pushes show nothing. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag } = read(data) ?? UNREADABLE;
  // A later notice of the kind takes the place of an earlier one, and is heard too.
  const options = { body, tag, renotify: true, icon: ICON, badge: ICON, data: path };
  await self.registration.showNotification(title, options);
}

function read(data: PushMessageData | null): PushPayload | null {
  try {
    return data && (data.json() as PushPayload);
  } catch {
    return null;
  }
}

/** Goes there in an open window of the app, or opens one. */
async function open(path: string): Promise<void> {
  const address = SCREEN.test(path) ? path : '/';
  const windows = await self.clients.matchAll({ type: 'window' });
  const [opened] = windows.toSorted((one, other) => Number(other.focused) - Number(one.focused));
  if (!opened) {
    await self.clients.openWindow(address);
    return;
  }
  const shown = await opened.focus();
  await shown.navigate(address);
}
