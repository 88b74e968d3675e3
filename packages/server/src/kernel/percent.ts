import type { Minor } from '@krapao/contract/money';

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n;

/**
 * A share of an amount, rounded down to the minor unit: what is given away never exceeds the percentage.
 * @param amount not negative
 * @param percent 0 or more, at most two decimals
 */
export function shareOf(amount: Minor, percent: number): Minor {
  const hundredths = BigInt(Math.round(percent * 100));
  return ((amount * hundredths) / WHOLE) as Minor;
}

/** What a percentage leaves of the whole, with at most two decimals as it has itself. */
export const restOf = (percent: number): number => Math.round((100 - percent) * 100) / 100;
