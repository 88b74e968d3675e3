/** Latest start, in milliseconds. */
const WITHIN_MS = 3_000;

/** Runs work when the browser is idle. @returns cancels it */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(act, { timeout: WITHIN_MS });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(act, WITHIN_MS);
  return () => clearTimeout(timer);
}
