import { formatAmount, toMinor, ZERO, type Currency, type Minor } from '@krapao/contract/money';

const SIGN: Readonly<Record<Currency, string>> = { BAHT: '฿', LAK: '₭' };

export interface Money {
  currency: Currency;
  amount: number;
}

/** Converts an amount of the server to minor units. @throws RangeError for more than two decimals */
export function minorOf(amount: number): Minor {
  const minor = toMinor(amount);
  if (minor === null) throw new RangeError(`not an amount: ${amount}`);
  return minor;
}

/** Formats `฿1,234.50`; a minus comes first. */
export function formatMoney(amount: number, currency: Currency): string {
  const minor = minorOf(amount);
  const sign = minor < 0n ? '−' : '';
  return `${sign}${SIGN[currency]}${formatAmount((minor < 0n ? -minor : minor) as Minor)}`;
}

/** Adds amounts up per currency, exactly, in the order in which the currencies first occur. */
export function sumByCurrency(items: readonly Money[]): [Currency, Minor][] {
  const sums = new Map<Currency, Minor>();
  for (const { currency, amount } of items) {
    sums.set(currency, ((sums.get(currency) ?? ZERO) + minorOf(amount)) as Minor);
  }
  return [...sums];
}

/** Formats a sum in minor units. */
export const formatMinor = (minor: Minor, currency: Currency): string =>
  `${SIGN[currency]}${formatAmount(minor)}`;

/**
 * Returns by how many percent an amount differs from an earlier one, rounded towards zero; undefined where the earlier
 * one is nothing.
 */
export function changeInPercent(now: number, before: number): number | undefined {
  const earlier = minorOf(before);
  if (earlier === ZERO) return undefined;
  return Number(((minorOf(now) - earlier) * 100n) / earlier);
}

/** Formats `1,234.50`, where the currency is not known. */
export const formatPlain = (amount: number): string => formatAmount(minorOf(amount));
