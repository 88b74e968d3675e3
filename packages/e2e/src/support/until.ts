import { setTimeout as delay } from 'node:timers/promises';

/** Pauses between looks: short at first, longer when it takes its time, so that looking costs little. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

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
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(pauseMs);
  }
}
