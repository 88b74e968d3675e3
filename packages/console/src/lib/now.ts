import { createStore, useStore } from './store.ts';

const STEP_MS = 5_000;
const now = createStore(Date.now());

/** Moves the shown ages on. @returns a function that stops it */
export function startNow(): () => void {
  const timer = setInterval(() => now.set(Date.now()), STEP_MS);
  return () => clearInterval(timer);
}

/** The time, in steps of five seconds. */
export const useNow = (): number => useStore(now);
