/**
 * The text inside a Thai QR of the bill-payment kind: EMVCo merchant-presented mode, tag 30, for one payment
 * of one amount.
 */
import { toDecimal, type Minor } from '@krapao/contract/money';
import { field, withCrc } from '../emv/emv.ts';

const BILL_PAYMENT_AID = 'A000000677010112';
/** A biller made of zeros: no banking app can pay it, so a picture of this QR cannot cost real money. */
const BILLER_ID = '000000000000001';
const BAHT_ISO_NUMBER = '764';

/**
 * @param ref1 the bill's first reference: up to 20 capital letters and digits.
 * @param ref2 the second one, of the same kind.
 */
export function billPaymentPayload(amount: Minor, ref1: string, ref2: string): string {
  const account =
    field('00', BILL_PAYMENT_AID) + field('01', BILLER_ID) + field('02', ref1) + field('03', ref2);
  const text =
    field('00', '01') +
    field('01', '12') +
    field('30', account) +
    field('53', BAHT_ISO_NUMBER) +
    field('54', toDecimal(amount)) +
    field('58', 'TH');
  return withCrc(text, '63');
}
