/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
  addRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { keepUsed, fromUsedFirst } from './used-files.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: the page and what its first screen needs. */
declare const SHELL: PrecacheEntry[];

/** A page that takes longer than this to come is shown from what is kept. */
const PAGE_WITHIN_MS = 3_000;
/** What a server's front says when there is nothing behind it. */
const NOBODY_BEHIND = new Set([502, 503, 504]);
const ASSETS = /^\/assets\//;

// The page on the screen goes on with its own code, which is kept as well; the next one is of the new version.
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

precache(SHELL);
cleanupOutdatedCaches();
addRoute({ directoryIndex: '', cleanURLs: false });

registerRoute(
  new NavigationRoute(({ request }) => pageOf(request), {
    // Addresses of the API and of files are nothing of the app's.
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

/** The page from the server, or the kept one where there is no answer in time. */
async function pageOf(request: Request): Promise<Response> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PAGE_WITHIN_MS);
  });
  const asked = fetch(request).catch(() => null);
  const reply = await Promise.race([asked, late]);
  if (reply && !NOBODY_BEHIND.has(reply.status)) return reply;
  return (await matchPrecache('/index.html')) ?? (await asked) ?? Response.error();
}
