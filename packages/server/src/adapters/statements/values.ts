import { MAX_MINOR, parseDecimal, type Currency, type Minor } from '@krapao/contract/money';
import { StatementError } from '../../ports/statement-file.ts';

const CURRENCIES: Readonly<Record<string, Currency>> = { THB: 'BAHT', LAK: 'LAK' };

/** Returns our name of a currency; undefined for one that the operator does not have. */
export const currencyOf = (code: string): Currency | undefined =>
  Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined;

/**
 * Reads an amount with a decimal point. Zeros after the second decimal are no money.
 * @throws StatementError for anything else
 */
export function readSum(text: string): Minor {
  const amount = /^\d+(\.\d+)?$/.test(text) ? parseDecimal(text.replace(/(\.\d\d)0+$/, '$1')) : null;
  if (amount === null || amount > MAX_MINOR) throw new StatementError(`the amount ${text} is not readable`);
  return amount;
}

/** Returns the number of an account, without blanks and hyphens. */
export const plainNo = (text: string): string => text.replace(/[\s-]/g, '');

/** Why an entry is put aside whose day is none. */
export const NO_DAY = 'time is not one';

/** Returns whether a text such as `2026-05-01` is a day. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Longest text of a reference. Banks have at most 35 characters for one. */
const LONGEST_REFERENCE = 200;

/** References that a bank writes where it has none. */
const NONE = /^(NONREF|NOTPROVIDED|0*|[^\p{L}\p{N}]*)$/iu;

/** Returns a bank's own reference; null where it has none. @throws StatementError when it is too long */
export function bankReferenceOf(text: string): string | null {
  const reference = text.trim();
  if (reference.length > LONGEST_REFERENCE) throw new StatementError('the reference of an entry is too long');
  return NONE.test(reference) ? null : reference;
}

/** Longest text about an entry that is compared with others. */
const LONGEST_TEXT = 1_000;

/** Joins the texts about an entry to one that is the same however a bank breaks its lines. */
export const textOf = (...texts: readonly string[]): string =>
  texts
    .join(' ')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
