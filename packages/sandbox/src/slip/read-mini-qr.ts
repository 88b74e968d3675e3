import { crc16 } from '../emv/emv.ts';

export interface MiniQr {
  /** The sending bank's three digits. */
  readonly sendingBank: string;
  readonly reference: string;
}

/** Returns the fields of one level; null where a length does not fit. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let place = 0;
  while (place < text.length) {
    const length = Number(text.slice(place + 2, place + 4));
    const end = place + 4 + length;
    if (!Number.isInteger(length) || end > text.length) return null;
    fields.set(text.slice(place, place + 2), text.slice(place + 4, end));
    place = end;
  }
  return fields;
}

/** Reads the text of a Thai bank slip's QR; null for any other text, and for a wrong checksum. */
export function readMiniQr(text: string): MiniQr | null {
  const outer = fieldsOf(text);
  const inner = fieldsOf(outer?.get('00') ?? '');
  const [sendingBank, reference] = [inner?.get('01'), inner?.get('02')];
  const isWhole = outer?.get('91')?.toUpperCase() === crc16(text.slice(0, -4));
  return isWhole && sendingBank && reference ? { sendingBank, reference } : null;
}
