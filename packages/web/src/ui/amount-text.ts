import { minor, parseDecimal, toDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';

/**
 * What is typed as an amount, as text from the first key to the last: nothing is rounded on the way, and no number
 * of the language's takes part. `plain` is what a form keeps (`1500.5`), `shown` what the field has (`1,500.5`).
 */

const MAX_WHOLE_DIGITS = 11;

/** Keeps what could become an amount: digits and one point, two decimals at most. */
export function cleanAmountText(text: string): string {
  const [whole = '', ...decimals] = text.replace(/[^\d.]/g, '').split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '').slice(0, MAX_WHOLE_DIGITS);
  return decimals.length === 0 ? trimmed : `${trimmed}.${decimals.join('').slice(0, 2)}`;
}

/** A plain text with its thousands apart. */
export function groupAmountText(plain: string): string {
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

/**
 * What an edit of the shown text makes of it. The caret stays at the digit that it was at: commas come and go
 * beside it. A comma cannot be deleted; the digit beyond it is meant.
 * @param isForward whether what was deleted lay after the caret
 */
export function editAmount(before: string, shown: string, caret: number, isForward: boolean): Edited {
  const shownBefore = groupAmountText(before);
  const ateComma =
    shown.length === shownBefore.length - 1 &&
    shownBefore[caret] === ',' &&
    shownBefore.slice(0, caret) + shownBefore.slice(caret + 1) === shown;
  if (ateComma) {
    const [start, end] = isForward ? [caret, caret + 1] : [caret - 1, caret];
    return editAmount(before, shown.slice(0, start) + shown.slice(end), start, isForward);
  }
  const plain = cleanAmountText(shown);
  // What stands behind the caret is what the edit has not touched.
  const behind = cleanBehind(shown.slice(caret));
  const reshown = groupAmountText(plain);
  let at = reshown.length;
  for (let left = behind; left > 0 && at > 0; at -= 1) if (reshown[at - 1] !== ',') left -= 1;
  // Beside a comma the caret stays with the digit before it, which is the one that was typed.
  if (reshown[at - 1] === ',') at -= 1;
  return { plain, caret: at };
}

const cleanBehind = (text: string): number => text.replace(/[^\d.]/g, '').length;

/** The text after a press on `+step`: no more than `most`, if there is such a bound. */
export function addToAmount(plain: string, stepMinor: Minor, mostMinor: Minor | undefined): string {
  const sum = minor((readAmount(plain) ?? ZERO) + stepMinor);
  return amountText(mostMinor !== undefined && sum > mostMinor ? mostMinor : sum);
}

const readAmount = (plain: string): Minor | null =>
  parseDecimal(plain.replace(/\.$/, '').replace(/^\./, '0.'));

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
  return base.map((step) => (isMuch ? step * 10 : step)).filter((step) => BigInt(step) * 100n <= mostMinor);
}
