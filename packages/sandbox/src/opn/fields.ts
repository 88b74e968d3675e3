/** Fields of Opn's requests, which are forms or JSON, and the ids of its objects. */
import { MAX_MINOR, type Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import { z } from 'zod';

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 19;

/** Returns a new id of a test account, such as `chrg_test_5fz0olfpy32zadv96ek`. */
export const freshId = (kind: string): string =>
  `${kind}_test_${Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** A whole number of satang above zero. */
export const satang = z
  .union([z.int(), z.string().regex(/^\d{1,15}$/)])
  .transform((given, context): Minor => {
    const amount = BigInt(given) as Minor;
    if (amount > 0n && amount <= MAX_MINOR) return amount;
    context.addIssue({ code: 'custom', message: 'must be above zero' });
    return z.NEVER;
  });

export const baht = z.string().refine((code) => code.toLowerCase() === 'thb', 'currency is not supported');
export const metadata = z.record(z.string(), z.unknown()).default({});
export const optionalText = z.string().max(500).nullish();
export const idParams = z.object({ id: z.string() });
/** True or `true`. */
export const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);

export const isoOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;
export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoOf(atMs));
