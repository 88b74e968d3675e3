const FIRST_WAIT_MS = 5_000;
/** A quarter of an hour: long for a guesser, bearable for someone who forgot. */
export const LONGEST_WAIT_MS = 15 * 60_000;
/** After so long without a try it begins anew; longer than any wait. */
export const FORGET_AFTER_MS = 60 * 60_000;

/**
 * How long after the n-th try in vain the next one has to wait: nothing for the first few, then twice as long
 * each time, up to {@link LONGEST_WAIT_MS}.
 * @param tries counted from 1
 * @param free how many tries come one upon the other
 */
export function waitAfterMs(tries: number, free: number): number {
  if (tries < free) return 0;
  // Beyond some thirty doublings a number would not be whole any more, and the longest has long been reached.
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - free, 30), LONGEST_WAIT_MS);
}
