/** The text of EMVCo-style QR codes: tag, length, value, and a checksum at the end. */

const MAX_VALUE_LENGTH = 99;

/** One field; its value is ASCII and at most 99 characters long, the largest length two digits can hold. */
export function field(tag: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw new RangeError(`tag ${tag} is too long`);
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

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

/** Closes a text with the checksum of everything before it, including the checksum's own tag and length. */
export function withCrc(text: string, tag: string): string {
  const upToCrc = `${text}${tag}04`;
  return upToCrc + crc16(upToCrc);
}
