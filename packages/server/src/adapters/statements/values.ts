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

/** Returns the first moment of a day in Bangkok. @throws StatementError for a day that is none */
export function startOfDay(day: string): Date {
  const at = new Date(`${day}T00:00:00+07:00`);
  const isDay = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!isDay) throw new StatementError(`the day ${day} is none`);
  return at;
}

/** Longest reference. Banks have at most 35 characters for their own and for the number of a statement. */
const LONGEST_REFERENCE = 200;

/** References that a bank writes where it has none. */
const isNone = (reference: string): boolean =>
  /^(NONREF|NOTPROVIDED|0*|[^\p{L}\p{N}]*)$/iu.test(reference.trim());

/**
 * Makes the references of an account's entries: the same file, or the same entry in another file of that day, gets the
 * same one. A bank's reference that occurs twice in a file is told apart by its order.
 */
export class EntryReferences {
  readonly #seen = new Map<string, number>();

  /**
   * @param given the bank's own reference, if there is one
   * @param place where the entry stands: statement and number
   * @throws StatementError when it is too long
   */
  of(accountNo: string, day: string, given: string, place: string): string {
    const reference = `${day}/${isNone(given) ? place : given.trim()}`;
    if (reference.length > LONGEST_REFERENCE)
      throw new StatementError('the reference of an entry is too long');
    const key = `${accountNo}/${reference}`;
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    return times === 1 ? reference : `${reference}/${times}`;
  }
}
