/**
 * The text inside a Lao QR: EMVCo merchant-presented mode, tag 38, for one payment of one amount to a
 * merchant. The order's own number is in the additional data, in the field of a bill's reference.
 */
import { toDecimal, type Minor } from '@krapao/contract/money';
import { field, withCrc } from '../emv/emv.ts';

const LAO_QR_AID = 'A005266284662577';
/** An issuer and a receiver made of zeros: no banking app can pay them, so this QR cannot cost real money. */
const ISSUER_ID = '00000000';
const RECEIVER_ID = '000000000000000000000001';
const TO_A_MERCHANT = '002';
const KIP_ISO_NUMBER = '418';

/** @param ref the order's number: up to 25 capital letters and digits. */
export function laoQrPayload(amount: Minor, ref: string): string {
  const account =
    field('00', LAO_QR_AID) + field('01', ISSUER_ID) + field('02', TO_A_MERCHANT) + field('03', RECEIVER_ID);
  const text =
    field('00', '01') +
    field('01', '12') +
    field('38', account) +
    field('53', KIP_ISO_NUMBER) +
    field('54', toDecimal(amount)) +
    field('58', 'LA') +
    field('62', field('05', ref));
  return withCrc(text, '63');
}
