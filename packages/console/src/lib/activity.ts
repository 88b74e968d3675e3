import { createStore, useStore } from './store.ts';

/**
 * A session ends after 30 minutes without a person. Requests that repeat by themselves would keep it alive for ever,
 * so they pause when a person has not pressed, typed or moved for this long.
 */
const AWAY_AFTER_MS = 5 * 60 * 1_000;
const CHECK_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const isHere = createStore(true);

/** Watches for signs of a person. @returns a function that stops it */
export function watchActivity(): () => void {
  let seenMs = Date.now();
  const onSign = () => {
    seenMs = Date.now();
    isHere.set(true);
  };
  for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true });
  const timer = setInterval(() => isHere.set(Date.now() - seenMs < AWAY_AFTER_MS), CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, onSign);
  };
}

/** Whether a person used the console in the last minutes. */
export const useIsHere = (): boolean => useStore(isHere);
