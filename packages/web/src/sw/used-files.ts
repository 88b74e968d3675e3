/** Files named by their content, kept once they have been used: the screens and fonts this player sees. */
const CACHE = 'used-files';
/** Old versions’ files go first; a whole version has fewer. */
const MOST_KEPT = 160;

/** A file from what is kept, else from the server, and then kept. */
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

/** Keeps files that were used before anybody could see to it. What cannot be fetched now is kept another time. */
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
