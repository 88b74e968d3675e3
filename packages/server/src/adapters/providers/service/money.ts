import { MAX_MINOR, parseDecimal, type Minor } from '@krapao/contract/money';

/**
 * Returns the decimal text of an amount in a service's answer: a number, or a text with or without commas between
 * thousands. Null for anything else, exponents included.
 */
function decimalText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim().replaceAll(/(?<=\d),(?=\d{3})/g, '') : null;
}

const inRange = (amount: Minor | null): Minor | null =>
  amount !== null && amount <= MAX_MINOR && amount >= -MAX_MINOR ? amount : null;

/** Reads an amount that has at most two decimals; null when it is not one. */
export function readExact(value: unknown): Minor | null {
  const text = decimalText(value)?.replace(/(\.\d{2})0+$/, '$1');
  return text === undefined ? null : inRange(parseDecimal(text));
}

/** Reads a credit. Services calculate with fractions of a satang, which cannot be moved: they are cut off. */
export function readCredit(value: unknown): Minor | null {
  const text = decimalText(value);
  return text !== null && /^-?\d+(?:\.\d+)?$/.test(text)
    ? inRange(parseDecimal(text.replace(/(\.\d{2})\d+$/, '$1')))
    : null;
}
