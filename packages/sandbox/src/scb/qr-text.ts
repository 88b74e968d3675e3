/**
 * The text of a bill-payment QR as SCB makes it: EMVCo merchant-presented mode with tag 30. Its tags and their
 * order are those of the documentation's example (A).
 */
import { toDecimal, type Minor } from '@krapao/contract/money';
import { field, withCrc } from '../emv/emv.ts';

const BILL_PAYMENT_AID = 'A000000677010112';
/** Merchants of no particular kind. */
const CATEGORY = '7011';
const BAHT_ISO_NUMBER = '764';

export interface BillQr {
  readonly billerId: string;
  readonly amount: Minor;
  readonly ref1: string;
  /** Empty where there is none. */
  readonly ref2: string;
  readonly ref3: string;
}

export function billQrText({ billerId, amount, ref1, ref2, ref3 }: BillQr): string {
  const account =
    field('00', BILL_PAYMENT_AID) +
    field('01', billerId) +
    field('02', ref1) +
    (ref2 === '' ? '' : field('03', ref2));
  const text =
    field('00', '01') +
    field('01', '12') +
    field('30', account) +
    field('52', CATEGORY) +
    field('53', BAHT_ISO_NUMBER) +
    field('54', toDecimal(amount)) +
    field('58', 'TH') +
    field('60', 'BANGKOK') +
    field('62', field('07', ref3));
  return withCrc(text, '63');
}
