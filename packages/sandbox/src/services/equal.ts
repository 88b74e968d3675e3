import { timingSafeEqual } from 'node:crypto';

/** Whether a given credential is the expected one, in a time that tells nothing about either. */
export function isEqual(given: unknown, expected: string): boolean {
  const one = Buffer.from(typeof given === 'string' ? given : '', 'utf8');
  const other = Buffer.from(expected, 'utf8');
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether an `Authorization` header is HTTP Basic with this name and this password. */
export const isBasic = (header: unknown, name: string, password: string): boolean =>
  isEqual(header, `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`);
