/**
 * The signature of hashed forms: the hex SHA-256 of the form's own pairs, sorted by key and joined as in a
 * query string but unencoded, with the secret as the last pair.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

const MAX_SKEW_S = 5 * 60;

export type FormFields = Readonly<Record<string, string>>;

/** Returns the expected `sign` for these fields; ignores a `sign` among them. */
export function formHash(fields: FormFields, secret: string): string {
  const pairs = Object.keys(fields)
    .filter((key) => key !== 'sign')
    .sort()
    .map((key) => `${key}=${fields[key]}`);
  return createHash('sha256')
    .update([...pairs, `key=${secret}`].join('&'))
    .digest('hex');
}

/**
 * Checks that `sign` signs these fields with this secret, and that `time` (unix seconds) is within five
 * minutes of now.
 */
export function isFormSigned(fields: FormFields, secret: string, nowMs: number): boolean {
  const { time = '', sign = '' } = fields;
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > MAX_SKEW_S) return false;
  const expected = Buffer.from(formHash(fields, secret), 'utf8');
  const given = Buffer.from(sign, 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
