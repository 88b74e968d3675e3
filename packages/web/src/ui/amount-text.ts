import { minor, toDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import { readAmount, readAmountMinor } from '@krapao/contract/typed-amount';
import { withPlainDigits } from '@krapao/contract/typed-digits';

/**
 * What is typed as an amount, as text from the first key to the last: nothing is rounded on the way, and no number
 * of the language's takes part. `plain` is what a form keeps (`1500.5`), `shown` what the field has (`1,500.5`).
 * A text that is no amount is kept and shown as it was typed.
 */

/** No amount is that long. What goes on beyond it ends in a sign that no amount has. */
const MAX_LENGTH = 40;
const CUT = '…';

/** What a form keeps of a text: the amount that it means, else the text itself. */
export function amountTextOf(text: string, currency?: Currency): string {
  const { plain } = readAmount(text, currency);
  if (plain !== undefined) return plain;
  return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH - 1) + CUT : text;
}

const isAmount = (plain: string): boolean => readAmount(plain).plain === plain;

/** A plain text with its thousands apart. */
export function groupAmountText(plain: string): string {
  if (!isAmount(plain)) return plain;
  const [whole = '', ...decimals] = plain.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

/** An amount as a person would type it. */
export const amountText = (amountMinor: Minor): string => toDecimal(amountMinor).replace(/\.00$/, '');

export interface Edited {
  plain: string;
  /** Where the caret stands in what is shown. */
  caret: number;
}

/** What an input tells of an edit. */
export interface Edit {
  /** All of its text. */
  shown: string;
  caret: number;
  /** Where what was put in begins; `caret` where something was deleted. Undefined for what nothing is known of. */
  from: number | undefined;
  /** What was deleted lay after the caret. */
  isForward?: boolean;
}

/**
 * What an edit of the shown text makes of it. The caret stays at the digit that it was at: commas come and go
 * beside it. A comma of ours cannot be deleted; the digit beyond it is meant.
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
  // What stands behind the caret is what the edit has not touched.
  const behind = digitsIn(text.slice(at));
  const reshown = groupAmountText(plain);
  let place = reshown.length;
  for (let left = behind; left > 0 && place > 0; place -= 1) if (reshown[place - 1] !== ',') left -= 1;
  // Beside a comma the caret stays with the digit before it, which is the one that was typed.
  if (reshown[place - 1] === ',') place -= 1;
  return { plain, caret: place };
}

/** The text of an edit: the commas that the field has put in are no part of it, those that were typed are. */
function withoutOurCommas(before: string, shownBefore: string, { shown, caret, from }: Edit) {
  const [head, typed, tail] = [shown.slice(0, from), shown.slice(from, caret), shown.slice(caret)];
  const isWithin =
    from !== undefined && from <= caret && shownBefore.startsWith(head) && shownBefore.endsWith(tail);
  if (!isWithin || !isAmount(before)) return { text: shown, at: caret };
  const start = head.replaceAll(',', '') + typed;
  return { text: start + tail.replaceAll(',', ''), at: start.length };
}

const digitsIn = (text: string): number => withPlainDigits(text).replace(/[^\d.]/g, '').length;

/** The text after a press on `+step`: no more than `most`, if there is such a bound. */
export function addToAmount(plain: string, stepMinor: Minor, mostMinor: Minor | undefined): string {
  const sum = minor((readAmountMinor(plain) ?? ZERO) + stepMinor);
  return amountText(mostMinor !== undefined && sum > mostMinor ? mostMinor : sum);
}

const STEPS: Readonly<Record<Currency, readonly [number, number, number]>> = {
  BAHT: [100, 500, 1_000],
  LAK: [10_000, 50_000, 100_000],
};
/** Somebody with so many times the largest step takes larger ones. */
const MANY = 50n;

/** Steps that are worth a press towards `most`, in whole baht or kip. */
export function stepsTowards(mostMinor: Minor, currency: Currency): number[] {
  const base = STEPS[currency];
  const isMuch = mostMinor >= BigInt(base[2]) * 100n * MANY;
  return base.map((step) => (isMuch ? step * 10 : step));
}
