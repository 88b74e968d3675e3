/** Compares masked account numbers with full ones. */

/** Fewer visible digits do not identify an account: docs/names.md. */
const MIN_VISIBLE_DIGITS = 4;

/** Normalises a bank's masked number: no dashes, an `x` for each hidden digit. */
export const readMaskedNo = (text: string): string => text.replace(/[\s-]/g, '').replace(/[*•X]/g, 'x');

/** Returns whether a masked number, with an `x` for each hidden digit, fits an account number. */
export function matchesMask(masked: string, accountNo: string): boolean {
  return (
    masked.length === accountNo.length &&
    Array.from(masked).every((digit, index) => digit.toLowerCase() === 'x' || digit === accountNo[index])
  );
}

/** Returns a masked number as a SQL LIKE pattern. */
export const maskPattern = (masked: string): string => masked.replace(/[%_\\]/g, '\\$&').replace(/x/gi, '_');

/** Returns whether a masked number shows enough digits to tell accounts apart. */
export const tellsAccount = (masked: string): boolean =>
  masked.replace(/\D/g, '').length >= MIN_VISIBLE_DIGITS;

/** Returns whether a number has no hidden digit. */
export const isWholeNo = (masked: string): boolean => /^\d+$/.test(masked);
