/** The signature of hashed bodies: hex SHA-512 of the body followed by a secret, in a header. */
import { createHash, timingSafeEqual } from 'node:crypto';

export const BODY_HASH_HEADER = 'x-hash';

/** @param body exactly as sent. */
export const bodyHash = (body: string, secret: string): string =>
  createHash('sha512')
    .update(body + secret)
    .digest('hex');

export function isBodyHashed(body: string, secret: string, given: unknown): boolean {
  const expected = Buffer.from(bodyHash(body, secret), 'utf8');
  const hash = Buffer.from(typeof given === 'string' ? given : '', 'utf8');
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
