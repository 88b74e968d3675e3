import { minor, toDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import { readAmount, readAmountMinor } from '@krapao/contract/typed-amount';
import { withPlainDigits } from '@krapao/contract/typed-digits';

/**
 * An amount while it is typed, as text throughout: nothing is rounded, and no JavaScript number is involved.
 * `plain` is the form's value (`1500.5`), `shown` the field's text (`1,500.5`). An invalid text is kept and
 * shown as typed.
 */

/** No amount is that long. A longer text is cut and ends in a sign that no amount has. */
const MAX_LENGTH = 40;
const CUT = '…';

/** Returns the form's value of a text: its amount, or the text itself when it is invalid. */
export function amountTextOf(text: string, currency?: Currency): string {
  const { plain } = readAmount(text, currency);
  if (plain !== undefined) return plain;
  return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH - 1) + CUT : text;
}

const isAmount = (plain: string): boolean => readAmount(plain).plain === plain;

/** Returns a plain text with thousands separators. */
export function groupAmountText(plain: string): string {
  if (!isAmount(plain)) return plain;
  const [whole = '', ...decimals] = plain.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

/** Formats an amount as a person would type it. */
export const amountText = (amountMinor: Minor): string => toDecimal(amountMinor).replace(/\.00$/, '');

export interface Edited {
  plain: string;
  /** Position of the caret in the shown text. */
  caret: number;
}

/** Edit as reported by an input. */
export interface Edit {
  /** Full text of the input. */
  shown: string;
  caret: number;
  /** Start of the inserted text; `caret` for a deletion. Undefined when unknown. */
  from: number | undefined;
  /** The deleted text was after the caret. */
  isForward?: boolean;
}

/**
 * Applies an edit of the shown text. The caret stays at its digit: commas come and go beside it. Deleting one
 * of our commas deletes the adjacent digit.
 */
export function editAmount(before: string, edit: Edit, currency?: Currency): Edited {
  const { shown, caret, isForward = false } = edit;
  const shownBefore = groupAmountText(before);
  const ateComma =
    isAmount(before) &&
    shown.length === shownBefore.length - 1 &&
    shownBefore[caret] === ',' &&
    shownBefore.slice(0, caret) + shownBefore.slice(caret + 1) === shown;
  if (ateComma) {
    const [start, end] = isForward ? [caret, caret + 1] : [caret - 1, caret];
    return editAmount(
      before,
      { shown: shown.slice(0, start) + shown.slice(end), caret: start, from: start, isForward },
      currency,
    );
  }
  const { text, at } = withoutOurCommas(before, shownBefore, edit);
  const plain = amountTextOf(text, currency);
  if (!isAmount(plain)) return { plain, caret: Math.min(at, plain.length) };
  // The text behind the caret is untouched by the edit.
  const behind = digitsIn(text.slice(at));
  const reshown = groupAmountText(plain);
  let place = reshown.length;
  for (let left = behind; left > 0 && place > 0; place -= 1) if (reshown[place - 1] !== ',') left -= 1;
  // Beside a comma the caret stays with the digit before it, which was typed.
  if (reshown[place - 1] === ',') place -= 1;
  return { plain, caret: place };
}

/** Returns the edited text without the field's own commas; typed commas stay. */
function withoutOurCommas(before: string, shownBefore: string, { shown, caret, from }: Edit) {
  const [head, typed, tail] = [shown.slice(0, from), shown.slice(from, caret), shown.slice(caret)];
  const isWithin =
    from !== undefined && from <= caret && shownBefore.startsWith(head) && shownBefore.endsWith(tail);
  if (!isWithin || !isAmount(before)) return { text: shown, at: caret };
  const start = head.replaceAll(',', '') + typed;
  return { text: start + tail.replaceAll(',', ''), at: start.length };
}

const digitsIn = (text: string): number => withPlainDigits(text).replace(/[^\d.]/g, '').length;

/** Returns the text after a press on `+step`: at most `most`, if it is given. */
export function addToAmount(plain: string, stepMinor: Minor, mostMinor: Minor | undefined): string {
  const sum = minor((readAmountMinor(plain) ?? ZERO) + stepMinor);
  return amountText(mostMinor !== undefined && sum > mostMinor ? mostMinor : sum);
}

const STEPS: Readonly<Record<Currency, readonly [number, number, number]>> = {
  BAHT: [100, 500, 1_000],
  LAK: [10_000, 50_000, 100_000],
};
/** Multiple of the largest step above which larger steps are offered. */
const MANY = 50n;

/** Returns useful steps towards `most`, in whole baht or kip. */
export function stepsTowards(mostMinor: Minor, currency: Currency): number[] {
  const base = STEPS[currency];
  const isMuch = mostMinor >= BigInt(base[2]) * 100n * MANY;
  return base.map((step) => (isMuch ? step * 10 : step));
}
