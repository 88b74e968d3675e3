/**
 * The small QR code of a bank transfer slip: fields of tag, length and value, closed by a checksum. It names
 * the sending bank and its reference, but neither amount nor receiver.
 */

/** Sending bank on the slips of the TrueMoney wallet, which is not a bank. */
export const TRUEMONEY = 'TRUEMONEY';

/** Kind and content of a QR code's text. */
export type SlipQr =
  /** `sendingBank`: three digits at the Bank of Thailand, or {@link TRUEMONEY}. */
  | { kind: 'slip'; sendingBank: string; reference: string }
  /** A slip's QR code with untrustworthy content. */
  | { kind: 'damaged' }
  /** Any other QR code: a payment code, an address. */
  | { kind: 'other' };

const CRC_TAG = '91';
/** Both kinds begin with field 00, whose first subfields identify the kind. */
const BANK_SLIP = /^00\d\d0006000001/;
const TRUEMONEY_SLIP = /^00\d\d000201010201/;

// Some apps write the checksum as a plain number without leading zeros; only some of those correct the
// length.
const CLOSING = /^(.+)91(0[1-4])([\dA-F]{1,4})$/is;

const REFERENCE = /^[\x21-\x7e]{4,64}$/;

/** Reads the text of a QR code found in a picture. Never throws. */
export function readSlipQr(text: string): SlipQr {
  const trimmed = text.trim();
  const isTrueMoney = TRUEMONEY_SLIP.test(trimmed);
  if (!isTrueMoney && !BANK_SLIP.test(trimmed)) return { kind: 'other' };
  const checked = withoutChecksum(trimmed);
  const inner = checked === null ? undefined : readFields(checked)?.get('00');
  const fields = inner === undefined ? null : readFields(inner);
  const reference = fields?.get(isTrueMoney ? '03' : '02') ?? '';
  const sendingBank = isTrueMoney ? TRUEMONEY : (fields?.get('01') ?? '');
  const isWhole = REFERENCE.test(reference) && (isTrueMoney || /^\d{3}$/.test(sendingBank));
  return isWhole ? { kind: 'slip', sendingBank, reference } : { kind: 'damaged' };
}

/**
 * Writes the text of a bank slip's QR code.
 * @returns null when no bank slip can have this bank or reference
 */
export function writeSlipQr({
  sendingBank,
  reference,
}: {
  sendingBank: string;
  reference: string;
}): string | null {
  if (!/^\d{3}$/.test(sendingBank) || !REFERENCE.test(reference)) return null;
  const inner = `0006000001${field('01', sendingBank)}${field('02', reference)}`;
  const body = `${field('00', inner)}5102TH${CRC_TAG}04`;
  return body + crc16(body).toString(16).toUpperCase().padStart(4, '0');
}

const field = (tag: string, value: string): string => tag + String(value.length).padStart(2, '0') + value;

/** Returns the text before the checksum field; null when the checksum is missing or wrong. */
function withoutChecksum(text: string): string | null {
  const [, body, length, sum] = CLOSING.exec(text) ?? [];
  if (body === undefined || length === undefined || sum === undefined) return null;
  const isAsLong = length === '04' || Number(length) === sum.length;
  return isAsLong && crc16(`${body}${CRC_TAG}04`) === parseInt(sum, 16) ? body : null;
}

/** Returns fields by tag; null when the text is not made of fields from end to end, or a tag repeats. */
function readFields(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const head = text.slice(at, at + 4);
    if (!/^\d{4}$/.test(head)) return null;
    const tag = head.slice(0, 2);
    const end = at + 4 + Number(head.slice(2));
    if (end > text.length || fields.has(tag)) return null;
    fields.set(tag, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE. */
function crc16(text: string): number {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= (text.charCodeAt(index) & 0xff) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}
