import { afterPaint } from './after-paint.ts';

/** Signs that somebody is about to do something. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'wheel'] as const;
/** A page that nobody has touched for so long has nothing else to fetch. */
const QUIET_MS = 5_000;

/**
 * Runs what the screen itself can do without: at the first sign that somebody is there, or after a good while.
 * @returns takes it back
 */
export function whenWanted(act: () => void): () => void {
  let forget = () => {};
  const heed = () => {
    cancel();
    // Whoever has just pressed something waits for what that does, and not for this.
    forget = afterPaint(act);
  };
  const timer = setTimeout(() => {
    cancel();
    act();
  }, QUIET_MS);
  const cancel = () => {
    forget();
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, heed, true);
  };
  for (const sign of SIGNS) window.addEventListener(sign, heed, { capture: true, passive: true });
  return cancel;
}
