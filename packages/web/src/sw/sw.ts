/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
  addRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { showPushes } from './push.ts';
import { keepUsed, fromUsedFirst } from './used-files.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: the page and the files of its first screen. */
declare const SHELL: PrecacheEntry[];

/** Longest wait for the server's page before the cached one is shown. */
const PAGE_WITHIN_MS = 3_000;
/** Statuses of a proxy whose server does not answer. */
const NOBODY_BEHIND = new Set([502, 503, 504]);
const ASSETS = /^\/assets\//;

// The current page continues with its own code, which stays cached; the next page is of the new version.
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

showPushes();

precache(SHELL);
cleanupOutdatedCaches();
addRoute({ directoryIndex: '', cleanURLs: false });

registerRoute(
  new NavigationRoute(({ request }) => pageOf(request), {
    // Addresses of the API and of files are not pages of the app.
    denylist: [/^\/api\//, /^\/content\//, /^\/chat-files\//, /\/[^/?]+\.[^/?]+(?:\?|$)/],
  }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && ASSETS.test(url.pathname),
  ({ request }) => fromUsedFirst(request),
);

self.addEventListener('message', (event) => {
  const { type, urls } = event.data as { type?: string; urls?: unknown };
  if (type !== 'used' || !Array.isArray(urls)) return;
  const ours = urls.map((url) => new URL(String(url), self.location.origin));
  const files = ours.filter(
    ({ origin, pathname }) => origin === self.location.origin && ASSETS.test(pathname),
  );
  event.waitUntil(keepUsed(files.map(({ href }) => href)));
});

/** Returns the page from the server, or the cached one when there is no answer in time. */
async function pageOf(request: Request): Promise<Response> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PAGE_WITHIN_MS);
  });
  const asked = fetch(request).catch(() => null);
  const reply = await Promise.race([asked, late]);
  if (reply && !NOBODY_BEHIND.has(reply.status)) return reply;
  return (await matchPrecache('/index.html')) ?? (await asked) ?? Response.error();
}
