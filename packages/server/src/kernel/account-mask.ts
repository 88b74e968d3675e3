/** Compares account numbers of which the other side hides digits. */

/** Fewer visible digits than this say nothing about whose account it is: docs/names.md. */
const MIN_VISIBLE_DIGITS = 4;

/** A number as a bank writes it, in ours: no dashes, an `x` for each hidden digit. */
export const readMaskedNo = (text: string): string => text.replace(/[\s-]/g, '').replace(/[*•X]/g, 'x');

/** Whether a number could be the one behind a masked number, in which each hidden digit is an `x`. */
export function matchesMask(masked: string, accountNo: string): boolean {
  return (
    masked.length === accountNo.length &&
    Array.from(masked).every((digit, index) => digit.toLowerCase() === 'x' || digit === accountNo[index])
  );
}

/** A masked number as a SQL LIKE pattern. */
export const maskPattern = (masked: string): string => masked.replace(/[%_\\]/g, '\\$&').replace(/x/gi, '_');

/** Whether a masked number shows enough to tell accounts apart. */
export const tellsAccount = (masked: string): boolean =>
  masked.replace(/\D/g, '').length >= MIN_VISIBLE_DIGITS;

/** Whether no digit of a number is hidden. */
export const isWholeNo = (masked: string): boolean => /^\d+$/.test(masked);
