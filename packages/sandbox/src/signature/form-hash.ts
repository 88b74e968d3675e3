/**
 * The signature of hashed forms: the hex SHA-256 of the form's own pairs, sorted by key and joined as they
 * would stand in an address but raw, with the secret as the last pair.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

const MAX_SKEW_S = 5 * 60;

export type FormFields = Readonly<Record<string, string>>;

/** What `sign` must be for these fields; a `sign` among them does not count. */
export function formHash(fields: FormFields, secret: string): string {
  const pairs = Object.keys(fields)
    .filter((key) => key !== 'sign')
    .sort()
    .map((key) => `${key}=${fields[key]}`);
  return createHash('sha256')
    .update([...pairs, `key=${secret}`].join('&'))
    .digest('hex');
}

/** Whether `sign` signs these fields with this secret, and `time` (unix seconds) is within five minutes of now. */
export function isFormSigned(fields: FormFields, secret: string, nowMs: number): boolean {
  const { time = '', sign = '' } = fields;
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > MAX_SKEW_S) return false;
  const expected = Buffer.from(formHash(fields, secret), 'utf8');
  const given = Buffer.from(sign, 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
