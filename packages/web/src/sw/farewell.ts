/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/**
 * Worker of a build without an offline shell. Browsers check for a new worker on every page load, so it
 * replaces every earlier one: it empties the caches and unregisters itself.
 */
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(leave()));

/** Empties the caches and unregisters the worker. */
export async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
