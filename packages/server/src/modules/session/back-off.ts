const FIRST_WAIT_MS = 5_000;
/** 15 minutes: long for an attacker, bearable for a member who forgot the password. */
export const LONGEST_WAIT_MS = 15 * 60_000;
/** Time without a try after which counting restarts. Longer than any wait. */
export const FORGET_AFTER_MS = 60 * 60_000;

/**
 * Returns the wait after the n-th failed try. The first few have none. Then it doubles up to
 * {@link LONGEST_WAIT_MS}.
 * @param tries counted from 1
 * @param free number of tries that need no wait before them
 */
export function waitAfterMs(tries: number, free: number): number {
  if (tries < free) return 0;
  // The exponent is capped to avoid overflow. The longest wait is reached long before.
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - free, 30), LONGEST_WAIT_MS);
}
