/** Events that show that the user is about to act. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'wheel'] as const;
/** After this long without input, the page has nothing else to fetch. */
const QUIET_MS = 5_000;

/**
 * Runs work that the screen does not need: at the first input, or after `QUIET_MS`.
 * @returns cancels it
 */
export function whenWanted(act: () => void): () => void {
  let forget = () => {};
  const heed = () => {
    cancel();
    // The response to the input comes first, so this runs after the paint.
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

/** Runs work after the next frame is painted. @returns cancels it */
function afterPaint(act: () => void): () => void {
  let timer: number | undefined;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
