import { z } from 'zod';
import { LIMIT_MEANINGS } from './limit-meanings.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Marks a limit on concurrency instead of a time window. */
const AT_A_TIME = 0;

interface Default {
  /** The normal limit. */
  points: number;
  /** The limit where a demonstration or a test runs hundreds of players at one address. */
  wide: number;
  /** Length of the window; 0 limits concurrency. */
  seconds: number;
}

/**
 * All limits in one table. The setting `LIMITS_` plus the name overrides a number. An address is an IPv4
 * address or an IPv6 /64; a network is an IPv6 /48. Mobile networks put thousands of players behind one
 * address, so limits by address apply to guests only and are wide enough for a carrier. Members, and browsers
 * in which a member has logged in, are counted by member. limit-meanings.ts says what each one counts.
 */
const TABLE = {
  CALLS_PER_ADDRESS: { points: 6_000, wide: 5_000_000, seconds: MINUTE },
  CALLS_PER_NETWORK: { points: 24_000, wide: 5_000_000, seconds: MINUTE },
  CALLS_PER_MEMBER: { points: 600, wide: 1_000_000, seconds: MINUTE },
  WRONG_TOKENS_PER_ADDRESS: { points: 600, wide: 5_000_000, seconds: MINUTE },
  FANOUTS_PER_MEMBER: { points: 60, wide: 100_000, seconds: MINUTE },
  TABLES_PER_MEMBER: { points: 10, wide: 100_000, seconds: MINUTE },
  LOGIN_TRIES: { points: 5, wide: 200, seconds: AT_A_TIME },
  LOGINS_PER_PHONE: { points: 30, wide: 10_000, seconds: 15 * MINUTE },
  LOGINS_DONE_PER_PHONE: { points: 30, wide: 10_000, seconds: 15 * MINUTE },
  LOGIN_PHONES_PER_ADDRESS: { points: 600, wide: 1_000_000, seconds: 15 * MINUTE },
  LOGIN_PHONES_PER_NETWORK: { points: 1_200, wide: 1_000_000, seconds: 15 * MINUTE },
  LOGIN_PHONES_PER_MEMBER: { points: 10, wide: 100_000, seconds: 15 * MINUTE },
  WRONG_CODES_PER_MEMBER: { points: 20, wide: 500, seconds: 24 * HOUR },
  WRONG_CODES_ELSEWHERE: { points: 15, wide: 400, seconds: 24 * HOUR },
  PASSWORDS_PER_MEMBER: { points: 5, wide: 500, seconds: 15 * MINUTE },
  STAFF_TRIES_PER_PERSON_AND_ADDRESS: { points: 5, wide: 500, seconds: 15 * MINUTE },
  STAFF_TRIES_PER_PERSON: { points: 50, wide: 5_000, seconds: HOUR },
  STAFF_TRIES_PER_ADDRESS: { points: 100, wide: 10_000, seconds: HOUR },
  REGISTRATIONS_PER_ADDRESS: { points: 600, wide: 1_000_000, seconds: HOUR },
  REGISTRATIONS_PER_NETWORK: { points: 1_200, wide: 1_000_000, seconds: HOUR },
  TAKEN_PER_ADDRESS: { points: 600, wide: 1_000_000, seconds: HOUR },
  TAKEN_PER_MEMBER: { points: 30, wide: 100_000, seconds: HOUR },
  TAKEN_PER_PHONE: { points: 30, wide: 100_000, seconds: HOUR },
  OTPS_PER_ADDRESS: { points: 300, wide: 1_000_000, seconds: HOUR },
  OTPS_PER_NETWORK: { points: 600, wide: 1_000_000, seconds: HOUR },
  OTPS_PER_MEMBER: { points: 20, wide: 100_000, seconds: HOUR },
  OTPS_PER_PHONE_AND_ADDRESS: { points: 5, wide: 1_000_000, seconds: 24 * HOUR },
  OTPS_PER_PHONE_AND_MEMBER: { points: 3, wide: 1_000_000, seconds: 24 * HOUR },
  OTP_MISSES_PER_PHONE: { points: 15, wide: 500, seconds: HOUR },
  SMS_PER_HOUR: { points: 1_000, wide: 1_000_000, seconds: HOUR },
  SMS_TO_KNOWN_PER_HOUR: { points: 250, wide: 1_000_000, seconds: HOUR },
  ACCOUNT_MESSAGES_PER_PHONE: { points: 5, wide: 100_000, seconds: HOUR },
  PUSH_BROWSERS_PER_MEMBER: { points: 20, wide: 10_000, seconds: HOUR },
  CODES_PER_MEMBER: { points: 30, wide: 10_000, seconds: HOUR },
  QR_CODES_PER_MEMBER_MINUTE: { points: 10, wide: 100_000, seconds: MINUTE },
  QR_CODES_PER_MEMBER_HOUR: { points: 60, wide: 1_000_000, seconds: HOUR },
  SLIPS_PER_MEMBER: { points: 30, wide: 100_000, seconds: HOUR },
  CHAT_MESSAGES_PER_ADDRESS: { points: 600, wide: 1_000_000, seconds: MINUTE },
  CHAT_UPLOADS_PER_ADDRESS: { points: 120, wide: 100_000, seconds: HOUR },
  CHAT_GUEST_MEGABYTES: { points: 64, wide: 512, seconds: HOUR },
  APP_FAULTS_PER_ADDRESS: { points: 60, wide: 10_000, seconds: MINUTE },
  UPLOAD_MEGABYTES_PER_MEMBER: { points: 30, wide: 60, seconds: AT_A_TIME },
  UPLOAD_MEGABYTES_PER_ADDRESS: { points: 60, wide: 120, seconds: AT_A_TIME },
  UPLOAD_MEGABYTES: { points: 160, wide: 240, seconds: AT_A_TIME },
  READER_MEGABYTES_PER_ADDRESS: { points: 64, wide: 100, seconds: AT_A_TIME },
  READER_MEGABYTES: { points: 100, wide: 150, seconds: AT_A_TIME },
  CHAT_MEGABYTES_KEPT: { points: 500, wide: 5_000, seconds: AT_A_TIME },
  FORGED_CALLBACKS_PER_ADDRESS: { points: 60, wide: 100_000, seconds: MINUTE },
  SOCKETS_PER_ADDRESS: { points: 5_000, wide: 100_000, seconds: AT_A_TIME },
  SOCKETS_PER_MEMBER: { points: 40, wide: 1_000, seconds: AT_A_TIME },
  CALLS_WAITING_PER_MEMBER: { points: 20, wide: 1_000, seconds: AT_A_TIME },
  HASHES_WAITING: { points: 200, wide: 2_000, seconds: AT_A_TIME },
} satisfies Record<keyof typeof LIMIT_MEANINGS, Default>;

export type LimitName = keyof typeof TABLE;

export interface Limit {
  points: number;
  /** Length of the window; 0 limits concurrency. */
  seconds: number;
}

export type Limits = Readonly<Record<LimitName, Limit>>;

export const LIMIT_NAMES = Object.keys(TABLE) as LimitName[];

type Variable = `LIMITS_${LimitName}`;
const variable = (name: LimitName): Variable => `LIMITS_${name}`;

const points = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number().min(1))
  .optional();

/** The settings of the limits, part of the schema of all settings. */
export const limitSettings = {
  LIMITS: z
    .enum(['strict', 'wide'])
    .optional()
    .describe('The rate-limit profile. Unset: `wide` with the sandbox, else `strict`.'),
  ...(Object.fromEntries(
    LIMIT_NAMES.map((name) => [variable(name), points.describe(LIMIT_MEANINGS[name])]),
  ) as Record<Variable, typeof points>),
};

/**
 * Returns the limits of a server.
 * @param given settings as {@link limitSettings} reads them
 * @param isWide the profile if `LIMITS` is not set
 */
export function limitsOf(
  given: { LIMITS?: 'strict' | 'wide' | undefined } & Readonly<Partial<Record<Variable, number | undefined>>>,
  isWide: boolean,
): Limits {
  const wide = given.LIMITS === undefined ? isWide : given.LIMITS === 'wide';
  return Object.fromEntries(
    LIMIT_NAMES.map((name): [LimitName, Limit] => {
      const { seconds, ...by } = TABLE[name];
      return [name, { points: given[variable(name)] ?? (wide ? by.wide : by.points), seconds }];
    }),
  ) as Record<LimitName, Limit>;
}
