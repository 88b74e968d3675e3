import { parseDecimal, toDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import type { Localized } from '../../content/fields.ts';
import { AMOUNT_PLACEHOLDER, type Prize, type Slice } from '../../content/spinwheel-schema.ts';

const SYMBOL: Record<Currency, string> = { BAHT: '฿', LAK: '₭' };

/** Returns a prize's money in a member's currency. */
export const moneyOf = (prize: Extract<Prize, { kind: 'money' }>, currency: Currency): Minor =>
  parseDecimal(prize.amount[currency]) ?? ZERO;

/** Returns a slice's texts for a member with that currency. */
export function inCurrency({ label, html, prize }: Slice, currency: Currency): Pick<Slice, 'label' | 'html'> {
  if (prize.kind !== 'money') return { label, html };
  const money = SYMBOL[currency] + grouped(toDecimal(moneyOf(prize, currency)));
  const filled = (texts: Localized): Localized => ({
    th: texts.th.replaceAll(AMOUNT_PLACEHOLDER, money),
    la: texts.la.replaceAll(AMOUNT_PLACEHOLDER, money),
    en: texts.en.replaceAll(AMOUNT_PLACEHOLDER, money),
  });
  return { label: filled(label), html: filled(html) };
}

/** Formats `12000.00` as `12,000`. */
const grouped = (decimal: string): string =>
  decimal.replace(/\.00$/, '').replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ',');
