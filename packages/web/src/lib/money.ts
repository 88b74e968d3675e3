import { formatAmount, toMinor, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import { readAmountMinor } from '@krapao/contract/typed-amount';

/** Sign shown beside an amount of a currency. */
export const CURRENCY_SIGN: Record<Currency, string> = { BAHT: '฿', LAK: '₭' };

/** Minor units of an amount as the API sends it; an unreadable one counts as zero and is logged. */
export function minorOf(wireAmount: number): Minor {
  const amountMinor = toMinor(wireAmount);
  if (amountMinor === null) {
    console.error('amount out of range', wireAmount);
    return ZERO;
  }
  return amountMinor;
}

/**
 * Minor units of what was typed into an amount field (`1,000.50`, `20.`, ` 7 `).
 * Null when it is not an amount of at most two decimals. An empty field is null too.
 */
export const parseTyped = (text: string): Minor | null => readAmountMinor(text);

/** `฿1,234.50` */
export function formatMoney(amountMinor: Minor, currency: Currency): string {
  const negative = amountMinor < 0n;
  return `${negative ? '-' : ''}${CURRENCY_SIGN[currency]}${formatAmount((negative ? -amountMinor : amountMinor) as Minor)}`;
}
