/**
 * Money: integers inside, decimal numbers on the wire.
 *
 * Inside, an amount is a branded `bigint` of minor units (satang or att, 100 to the baht or kip).
 * On the wire it is a JSON number of baht or kip with at most two decimals. The two meet only here,
 * through the decimal text of the number, so that no binary fraction ever takes part in arithmetic.
 */

import { TRANSFER_MIN } from './limits.ts';

declare const minorBrand: unique symbol;

/** An amount in minor units: satang (THB) or att (LAK). */
export type Minor = bigint & { readonly [minorBrand]: true };

/** The currencies of the product, as the wire spells them. */
export const CURRENCIES = ['BAHT', 'LAK'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Minor units in one major unit, for both currencies. */
export const MINOR_PER_MAJOR = 100n;

/** The largest amount any call accepts or any balance may reach: 10^13 minor units, exact as a number. */
export const MAX_MINOR = 10_000_000_000_000n as Minor;

export const ZERO = 0n as Minor;

/** The smallest credit that can be moved into or out of a game; less counts as none. */
export const SMALLEST_MOVE = (BigInt(TRANSFER_MIN) * MINOR_PER_MAJOR) as Minor;

/** Marks an integer as an amount of minor units. */
export const minor = (value: bigint): Minor => value as Minor;

const DECIMAL_TEXT = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;

/**
 * Parses decimal text such as `12`, `-0.5` or `100.25` to minor units.
 * @returns null when the text is not a plain decimal with at most two decimals.
 */
export function parseDecimal(text: string): Minor | null {
  const match = DECIMAL_TEXT.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const magnitude = BigInt(whole) * MINOR_PER_MAJOR + BigInt(fraction.padEnd(2, '0'));
  return (sign === '-' ? -magnitude : magnitude) as Minor;
}

/**
 * Converts a wire number (baht or kip) to minor units, exactly.
 * @returns null for NaN, infinities, exponents, more than two decimals and amounts beyond {@link MAX_MINOR}.
 */
export function toMinor(wire: number): Minor | null {
  const parsed = parseDecimal(String(wire));
  if (parsed === null || parsed > MAX_MINOR || parsed < -MAX_MINOR) return null;
  return parsed;
}

/** Decimal text with exactly two decimals and no grouping: `-12.50`. */
export function toDecimal(amount: Minor): string {
  const negative = amount < 0n;
  const magnitude = negative ? -amount : amount;
  const whole = magnitude / MINOR_PER_MAJOR;
  const fraction = String(magnitude % MINOR_PER_MAJOR).padStart(2, '0');
  return `${negative ? '-' : ''}${whole}.${fraction}`;
}

/** Converts minor units to the wire number. Exact for every amount up to {@link MAX_MINOR}. */
export const toWire = (amount: Minor): number => (amount === 0n ? 0 : Number(toDecimal(amount)));

/** Decimal text with two decimals and thousands separators, as people read amounts: `1,234.50`. */
export function formatAmount(amount: Minor): string {
  const [whole = '0', fraction = '00'] = toDecimal(amount).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
