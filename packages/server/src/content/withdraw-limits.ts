import { parseDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import type { Content } from './schema.ts';

/** Minimum and maximum of one withdrawal. */
export interface WithdrawLimits {
  min: Minor;
  max: Minor;
}

/** Cached by the content object: every withdrawal needs the limits. */
const parsed = new WeakMap<object, WithdrawLimits>();

export function withdrawLimits({ withdraw }: Content, currency: Currency): WithdrawLimits {
  const stated = withdraw.limits[currency];
  const known = parsed.get(stated);
  if (known) return known;
  const limits = { min: parseDecimal(stated.min) ?? ZERO, max: parseDecimal(stated.max) ?? ZERO };
  parsed.set(stated, limits);
  return limits;
}
