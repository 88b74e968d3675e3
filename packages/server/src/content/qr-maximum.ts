import { parseDecimal, toMinor, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import type { DepositBank } from './schema.ts';

/** Default maximum of a QR: about the banks' limit per payment, in whole baht or kip. */
const DEFAULT: Readonly<Record<Currency, number>> = { BAHT: 2_000_000, LAK: 500_000_000 };

/** Returns the maximum of one QR of an account, in minor units. */
export function qrMaximumOf({ qrMaximum, currency }: Pick<DepositBank, 'qrMaximum' | 'currency'>): Minor {
  const stated = qrMaximum === undefined ? toMinor(DEFAULT[currency]) : parseDecimal(qrMaximum);
  return stated ?? ZERO;
}
