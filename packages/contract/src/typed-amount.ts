import { MAX_MINOR, MINOR_PER_MAJOR, parseDecimal, type Currency, type Minor } from './money.ts';
import { withPlainDigits } from './typed-digits.ts';

/**
 * Amounts as people type and paste them. A text is accepted only where it can mean one amount. Any other is
 * refused with a reason, and none of its characters is dropped. docs/typed-numbers.md lists the result of
 * each text.
 */

/** Reason why a text is not an amount. `partial`: it can still become an amount by further typing. */
export type AmountFault = 'partial' | 'decimals' | 'tooLong' | 'unreadable';

/**
 * `plain` has ASCII digits and at most one point: `1500.5`, and during typing `1500.`, `.5` and the empty
 * text.
 */
export type TypedAmount = { plain: string; fault?: undefined } | { fault: AmountFault; plain?: undefined };

const MAX_WHOLE = MAX_MINOR / MINOR_PER_MAJOR;

const UNITS: Readonly<Record<Currency, string>> = {
  BAHT: '\u0e3f|บาท|ບາດ|baht|thb',
  LAK: '\u20ad|กีบ|ກີບ|kip|lak',
};

/**
 * Thousands separated by commas. Our own commas are removed from the edited text, so the first group may be
 * long.
 */
const BY_COMMA = /^([1-9]\d*(?:,\d{3})+)(?:\.(\d*))?$/;
/** `1 000,50` and `1'000.50`. */
const BY_SPACE = /^([1-9]\d{0,2}(?:[\s'\u2019]\d{3})+)(?:[.,](\d{1,2}))?$/;
/** `1.234,56`: both signs occur, so only one reading is possible. */
const BY_POINT = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/;
/** `1.234.567`: two points cannot be decimal points. */
const BY_POINTS = /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/;
const UNGROUPED = /^(\d*)(?:\.(\d*))?$/;
/** A comma still missing some of its three digits. `10,50` stays partial: it may be 10.50 or 1,050. */
const PARTIAL = /^\d+(?:,\d{3})*,\d{0,2}$|^[1-9]\d{0,2}(?:\.\d{3})+,$/;

/**
 * Reads a typed text as an amount.
 * @param currency currency whose sign or name may stand beside the number; without it, none may
 */
export function readAmount(text: string, currency?: Currency): TypedAmount {
  const bare = bareNumber(text, currency);
  const match = [UNGROUPED, BY_COMMA, BY_SPACE, BY_POINT, BY_POINTS]
    .map((form) => form.exec(bare))
    .find(Boolean);
  if (!match) return { fault: PARTIAL.test(bare) ? 'partial' : 'unreadable' };
  const whole = (match[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const decimals = match[2];
  if (BigInt(whole) > MAX_WHOLE) return { fault: 'tooLong' };
  if (decimals === undefined && !bare.endsWith('.')) return { plain: whole };
  if ((decimals ?? '').length > 2) return { fault: 'decimals' };
  return { plain: `${whole}.${decimals ?? ''}` };
}

/** Returns the minor units of a typed text (`1,000.50`, `20.`); null where it is not an amount or empty. */
export function readAmountMinor(text: string, currency?: Currency): Minor | null {
  const { plain } = readAmount(text, currency);
  return plain === undefined ? null : parseDecimal(plain.replace(/\.$/, '').replace(/^\./, '0.'));
}

/** Returns the number alone: without unit, plus sign, and the dash of `100.-`. */
function bareNumber(text: string, currency: Currency | undefined): string {
  const plain = withPlainDigits(text).replaceAll('\uff0c', ',').replaceAll('\uff0e', '.').trim();
  const unit =
    currency &&
    new RegExp(`^(?:${UNITS[currency]})\\.?\\s*(?=\\d)|(?<=[\\d\\-])\\s*(?:${UNITS[currency]})\\.?$`, 'iu');
  const number = unit ? plain.replace(unit, '') : plain;
  return number.replace(/^[+\uff0b](?=\d)/, '').replace(/(?<=\d)[.,]-$/, '');
}
