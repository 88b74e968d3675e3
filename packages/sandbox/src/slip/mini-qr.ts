/** The text in the mini-QR of a Thai bank slip: the sending bank and its reference. */
import { field, withCrc } from '../emv/emv.ts';

const SLIP_API = '000001';

/** @param bankNumber the sending bank's three digits at the Bank of Thailand. */
export function miniQrPayload(bankNumber: string, reference: string): string {
  const slip = field('00', SLIP_API) + field('01', bankNumber) + field('02', reference);
  return withCrc(field('00', slip) + field('51', 'TH'), '91');
}
