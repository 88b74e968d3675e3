/** Files named by their content, cached once used: this player's screens and fonts. */
const CACHE = 'used-files';
/** Oldest files are removed first; one version has fewer files than this. */
const MOST_KEPT = 160;

/** Returns a file from the cache, else from the server, and then caches it. */
export async function fromUsedFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const reply = await fetch(request);
  if (isWhole(reply)) {
    await cache.put(request.url, reply.clone());
    await dropOldest(cache);
  }
  return reply;
}

/**
 * Caches files that were used before the worker was active. A file that cannot be fetched now is cached
 * later.
 */
export async function keepUsed(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const url of new Set(urls)) {
    if (await caches.match(url)) continue;
    const reply = await fetch(url).catch(() => null);
    if (reply && isWhole(reply)) await cache.put(url, reply);
  }
  await dropOldest(cache);
}

const isWhole = ({ status, type }: Response): boolean => status === 200 && type === 'basic';

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_KEPT)).map((key) => cache.delete(key)));
}
