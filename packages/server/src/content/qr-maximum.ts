import { parseDecimal, toMinor, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import type { DepositBank } from './schema.ts';

/** What a QR asks for at most where content does not say: about what banks let pass at once, in whole baht or kip. */
const DEFAULT: Readonly<Record<Currency, number>> = { BAHT: 2_000_000, LAK: 500_000_000 };

/** The most that one QR of an account asks for, in minor units. */
export function qrMaximumOf({ qrMaximum, currency }: Pick<DepositBank, 'qrMaximum' | 'currency'>): Minor {
  const stated = qrMaximum === undefined ? toMinor(DEFAULT[currency]) : parseDecimal(qrMaximum);
  return stated ?? ZERO;
}
