/** Signs that somebody is about to do something. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'wheel'] as const;
/** A page that nobody has touched for so long has nothing else to fetch. */
const QUIET_MS = 5_000;

/**
 * Runs what the screen itself can do without: at the first sign that somebody is there, or after a good while.
 * @returns takes it back
 */
export function whenWanted(act: () => void): () => void {
  const run = () => {
    cancel();
    act();
  };
  const timer = setTimeout(run, QUIET_MS);
  const cancel = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, run, true);
  };
  for (const sign of SIGNS) window.addEventListener(sign, run, { capture: true, passive: true });
  return cancel;
}
