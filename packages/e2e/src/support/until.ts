import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks until there is something to see.
 * @param look answers undefined, null or false for 'not yet'
 * @returns what it saw
 * @throws Error naming what was awaited, when it is not there in time
 */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(20);
  }
}
