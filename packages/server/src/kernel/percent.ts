import type { Minor } from '@krapao/contract/money';

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n;

/**
 * Returns a percentage of an amount, rounded down to the minor unit, so that a grant never exceeds the
 * percentage.
 * @param amount not negative
 * @param percent 0 or more, at most two decimals
 */
export function shareOf(amount: Minor, percent: number): Minor {
  const hundredths = BigInt(Math.round(percent * 100));
  return ((amount * hundredths) / WHOLE) as Minor;
}

/** Returns 100 minus a percentage, with at most two decimals. */
export const restOf = (percent: number): number => Math.round((100 - percent) * 100) / 100;
