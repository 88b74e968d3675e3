/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/**
 * What a build without an offline shell puts in the worker's place. Browsers ask for the worker anew whenever they
 * load a page, so this reaches everybody who has an earlier one: it empties the caches and takes itself away.
 */
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(leave()));

/** Empties the caches and takes the worker away. */
export async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
