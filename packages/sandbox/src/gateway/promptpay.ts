/**
 * The text inside a Thai QR of the bill-payment kind: EMVCo merchant-presented mode, tag 30, made for one
 * payment of one amount.
 */
import { toDecimal, type Minor } from '@krapao/contract/money';

const BILL_PAYMENT_AID = 'A000000677010112';
/** A biller made of zeros: no banking app can pay it, so nobody loses money to a picture of this QR. */
const BILLER_ID = '000000000000001';
const BAHT_ISO_NUMBER = '764';

const field = (tag: string, value: string): string =>
  `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE as four capital hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

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
  const upToCrc = `${text}6304`;
  return upToCrc + crc16(upToCrc);
}
