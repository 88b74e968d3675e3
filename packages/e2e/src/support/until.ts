import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until there is a result.
 * @param look returns undefined, null or false for 'not yet'
 * @returns the result
 * @throws Error naming what was awaited, when it does not come in time
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
