import { formatAmount, toMinor, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import { readAmountMinor } from '@krapao/contract/typed-amount';

/** Sign of each currency. */
export const CURRENCY_SIGN: Record<Currency, string> = { BAHT: '฿', LAK: '₭' };

/** Converts an amount of the API to minor units; logs an unreadable amount and counts it as zero. */
export function minorOf(wireAmount: number): Minor {
  const amountMinor = toMinor(wireAmount);
  if (amountMinor === null) {
    console.error('amount out of range', wireAmount);
    return ZERO;
  }
  return amountMinor;
}

/**
 * Parses the text of an amount field into minor units (`1,000.50`, `20.`, ` 7 `). Returns null for an empty
 * field and for anything but an amount of at most two decimals.
 */
export const parseTyped = (text: string): Minor | null => readAmountMinor(text);

/** `฿1,234.50` */
export function formatMoney(amountMinor: Minor, currency: Currency): string {
  const negative = amountMinor < 0n;
  return `${negative ? '-' : ''}${CURRENCY_SIGN[currency]}${formatAmount((negative ? -amountMinor : amountMinor) as Minor)}`;
}
