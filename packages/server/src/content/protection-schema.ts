import { PASSWORD_MIN } from '@krapao/contract/limits';
import { BREAK_HOURS, EXCLUSION_MONTHS, REALITY_MINUTES } from '@krapao/contract/protection';
import { parseDecimal, ZERO, type Currency, type Minor } from '@krapao/contract/money';
import { z } from 'zod';
import { amount, digits, httpsUrl, label } from './fields.ts';

const onOff = z.enum(['on', 'off']);
const LONGEST_WAIT_HOURS = 7 * 24;
/** The longest password that a member can be asked for. */
const LONGEST_MINIMUM = 64;

/** A wait of a day to a week. */
const waitHours = z.int().min(24).max(LONGEST_WAIT_HOURS).default(24);
const hours = z.int().min(BREAK_HOURS.min).max(BREAK_HOURS.max);
const months = z.int().min(EXCLUSION_MONTHS.min).max(EXCLUSION_MONTHS.max);

/** Help for people whose play does harm, outside of this product: a phone number, a page, or both. */
const helpLine = z
  .strictObject({
    /** Two letters of ISO 3166, such as TH; without it, help for any country. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as TH')
      .optional(),
    name: label,
    phone: digits(3, 15).optional(),
    link: httpsUrl.optional(),
  })
  .refine(({ phone, link }) => phone ?? link, 'must have a phone or a link');

/** How members protect themselves. Without the file, or a line of it, the strictest reading of the public rules holds. */
export const protectionSchema = z
  .strictObject({
    /** `strict` forbids to cancel withdrawals, whatever `reverseWithdrawals` says. */
    protection: z.enum(['strict', 'standard']).default('strict'),
    /** Members can cancel a withdrawal that the bank does not know. */
    reverseWithdrawals: onOff.default('off'),
    /** Hours until a higher limit can be confirmed. */
    loosenHours: waitHours,
    /** Hours from the asking for the end of an exclusion to its end. */
    exclusionEndHours: waitHours,
    /** Offered in the app. */
    breakHours: z.array(hours).min(1).default([24, 72, 168, 336, 1008]),
    exclusionMonths: z.array(months).min(1).default([6, 12, 60]),
    /** Minutes between reality checks, until the member chooses. */
    realityCheckMinutes: z.int().min(REALITY_MINUTES.min).max(REALITY_MINUTES.max).default(60),
    /** A reality check that waits for its answer stops launches and credit into games. */
    realityCheckStops: onOff.default('on'),
    /** Nobody registers with the name of somebody excluded. */
    matchExcludedNames: onOff.default('on'),
    /** Fewest characters of a new password. */
    passwordMinimum: z.int().min(PASSWORD_MIN).max(LONGEST_MINIMUM).default(8),
    /** New passwords that are common, or made of the own phone or of names. */
    easyPasswords: z.enum(['refuse', 'allow']).default('refuse'),
    /** Withdrawals above it, those of 24 hours together, ask the member for proof again. */
    stepUpAbove: z
      .strictObject({ BAHT: amount.default('10000.00'), LAK: amount.default('5000000.00') })
      .prefault({}),
    /** Shown in the app, in this order. */
    helpLines: z.array(helpLine).max(10).default([]),
  })
  .prefault({});

export type ProtectionRules = z.output<typeof protectionSchema>;

/** Returns whether members can cancel withdrawals. */
export const canCancelWithdrawals = ({ protection, reverseWithdrawals }: ProtectionRules): boolean =>
  protection === 'standard' && reverseWithdrawals === 'on';

/** Returns the amount of 24 hours for which a session on a known device is proof enough. */
export const stepUpAbove = ({ stepUpAbove: above }: ProtectionRules, currency: Currency): Minor =>
  parseDecimal(above[currency]) ?? ZERO;
