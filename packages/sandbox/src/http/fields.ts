/** Schemas of incoming data, shared by the protocols. */
import { MAX_MINOR, parseDecimal, toMinor, type Minor } from '@krapao/contract/money';
import { z } from 'zod';

/** Decimal text with two decimals, above zero: `500.00`. Parsed to minor units. */
export const amountText = z
  .string()
  .regex(/^(?!0+\.00$)\d{1,12}\.\d{2}$/, 'must be decimal text with two decimals, above zero')
  .transform((text, context): Minor => {
    const amount = parseDecimal(text);
    if (amount !== null && amount > 0n && amount <= MAX_MINOR) return amount;
    context.addIssue({ code: 'custom', message: 'must be above zero and not too large' });
    return z.NEVER;
  });

function wireAmount(smallestMinor: bigint) {
  return z.number().transform((wire, context): Minor => {
    const amount = toMinor(wire);
    if (amount !== null && amount >= smallestMinor) return amount;
    const least = smallestMinor > 0n ? 'above zero' : 'zero or more';
    context.addIssue({ code: 'custom', message: `must be ${least} with at most two decimals` });
    return z.NEVER;
  });
}

/** A JSON number of baht above zero. Parsed to minor units. */
export const positiveBaht = wireAmount(1n);
/** A JSON number of baht, zero allowed. Parsed to minor units. */
export const baht = wireAmount(0n);

/** The caller's own id of a money movement or message. */
export const reference = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible ASCII characters');

/** A gateway's or provider's code. */
export const providerCode = z.string().regex(/^[A-Za-z0-9]{1,20}$/, 'must be a provider code');

export const username = z
  .string()
  .regex(/^[A-Za-z0-9_.@-]{1,64}$/, 'must be 1 to 64 letters, digits or _.@-');
export const password = z.string().min(1).max(100);

/** A time as ISO text. Parsed to epoch milliseconds. */
export const isoTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Address for callbacks: absolute, http or https. */
export const callbackUrl = z.url({ protocol: /^https?$/ }).max(500);

/** A phone number, with or without a leading plus. */
export const phone = z.string().regex(/^\+?\d{4,20}$/, 'must be a phone number');
