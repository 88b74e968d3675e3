/** Compares account numbers and names of which the other side hides parts. */

/** Whether a number could be the one behind a masked number, in which each hidden digit is an `x`. */
export function matchesMask(masked: string, accountNo: string): boolean {
  return (
    masked.length === accountNo.length &&
    Array.from(masked).every((digit, index) => digit.toLowerCase() === 'x' || digit === accountNo[index])
  );
}

/** A masked number as a SQL LIKE pattern. */
export const maskPattern = (masked: string): string => masked.replace(/[%_\\]/g, '\\$&').replace(/x/gi, '_');

/** Whether a name could be the one behind a masked name such as `SOMCHAI J***`; case and spacing aside. */
export function matchesMaskedName(masked: string, name: string): boolean {
  const plain = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim();
  const visible = plain(masked).split('*', 1)[0] ?? '';
  return visible !== '' && (masked.includes('*') ? plain(name).startsWith(visible) : plain(name) === visible);
}
