/** What Opn takes. Its price list is no fact of the protocol: the rates are the sandbox's own. */
import { minor, type Minor } from '@krapao/contract/money';

/** 1.65 percent of a charge. */
const CHARGE_RATE = 165n;
const RATE_UNIT = 10_000n;
const VAT_PERCENT = 7n;
/** Thirty baht for a transfer, the VAT within: 28.04 and 1.96 (A). */
export const TRANSFER_FEE = minor(2_804n);

export const vatOf = (fee: Minor): Minor => minor((fee * VAT_PERCENT) / 100n);

export function feesOf(amount: Minor): { readonly fee: Minor; readonly vat: Minor } {
  const fee = minor((amount * CHARGE_RATE) / RATE_UNIT);
  return { fee, vat: vatOf(fee) };
}
