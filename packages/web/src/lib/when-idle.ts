/** At the latest after so long. */
const WITHIN_MS = 3_000;

/** Runs what can wait until the browser has nothing better to do. @returns takes it back */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(act, { timeout: WITHIN_MS });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(act, WITHIN_MS);
  return () => clearTimeout(timer);
}
