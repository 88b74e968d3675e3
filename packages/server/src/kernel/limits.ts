import { z } from 'zod';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** A limit of what is going on at the same time, not of a window. */
const AT_A_TIME = 0;

interface Default {
  /** How often, as a rule. */
  points: number;
  /** How often where a demonstration or a test plays hundreds of players at one address. */
  wide: number;
  /** Of the window; 0: so many at the same time. */
  seconds: number;
}

/**
 * Every limit there is, in one table. A setting `LIMITS_` and the name changes its number. An address is an IPv4
 * address or an IPv6 /64; mobile networks put thousands of players behind one, so what counts every call of an
 * address is wide, and what is narrow counts wrong guesses only.
 */
const TABLE = {
  CALLS_PER_ADDRESS: { points: 6_000, wide: 5_000_000, seconds: MINUTE },
  CALLS_PER_MEMBER: { points: 600, wide: 1_000_000, seconds: MINUTE },
  // Calls that ask every game provider in turn.
  FANOUTS_PER_MEMBER: { points: 60, wide: 100_000, seconds: MINUTE },
  // Statements as a table, each of which reads all movements there are.
  TABLES_PER_MEMBER: { points: 10, wide: 100_000, seconds: MINUTE },
  // Log-ins: tries for one phone from one place before each next one has to wait longer.
  LOGIN_TRIES: { points: 5, wide: 200, seconds: AT_A_TIME },
  // Wrong passwords for one phone from anywhere; browsers that the member has used are not held up.
  LOGINS_PER_PHONE: { points: 30, wide: 10_000, seconds: 15 * MINUTE },
  // Log-ins with the right password: whoever knows it could keep all cores at hashing.
  LOGINS_DONE_PER_PHONE: { points: 30, wide: 10_000, seconds: 15 * MINUTE },
  // Phones that were tried in vain from one address.
  LOGIN_PHONES_PER_ADDRESS: { points: 60, wide: 1_000_000, seconds: 15 * MINUTE },
  PASSWORDS_PER_MEMBER: { points: 5, wide: 500, seconds: 15 * MINUTE },
  REGISTRATIONS_PER_ADDRESS: { points: 60, wide: 1_000_000, seconds: HOUR },
  // Answers that tell whether a phone or a bank account is registered.
  TAKEN_PER_ADDRESS: { points: 120, wide: 1_000_000, seconds: HOUR },
  OTPS_PER_ADDRESS: { points: 60, wide: 1_000_000, seconds: HOUR },
  // Of a phone's codes a day, those that one address may ask for.
  OTPS_PER_PHONE_AND_ADDRESS: { points: 8, wide: 1_000_000, seconds: 24 * HOUR },
  // Wrong one-time codes for a phone from one address, over all its codes.
  OTP_MISSES_PER_PHONE: { points: 15, wide: 500, seconds: HOUR },
  OTP_MISSES_PER_ADDRESS: { points: 100, wide: 1_000_000, seconds: HOUR },
  CODES_PER_MEMBER: { points: 30, wide: 10_000, seconds: HOUR },
  CODES_PER_ADDRESS: { points: 300, wide: 1_000_000, seconds: HOUR },
  QR_CODES_PER_MEMBER_MINUTE: { points: 10, wide: 100_000, seconds: MINUTE },
  QR_CODES_PER_MEMBER_HOUR: { points: 60, wide: 1_000_000, seconds: HOUR },
  SLIPS_PER_MEMBER: { points: 30, wide: 100_000, seconds: HOUR },
  CHAT_MESSAGES_PER_ADDRESS: { points: 300, wide: 1_000_000, seconds: MINUTE },
  CHAT_UPLOADS_PER_ADDRESS: { points: 60, wide: 100_000, seconds: HOUR },
  // Megabytes an hour that the guests of one address may store.
  CHAT_GUEST_MEGABYTES: { points: 64, wide: 512, seconds: HOUR },
  // Faults that the player app tells of, from strangers as from members.
  APP_FAULTS_PER_ADDRESS: { points: 60, wide: 10_000, seconds: MINUTE },
  // Callbacks that nobody we know has signed; signed ones are never held up.
  FORGED_CALLBACKS_PER_ADDRESS: { points: 60, wide: 100_000, seconds: MINUTE },
  SOCKETS_PER_ADDRESS: { points: 500, wide: 100_000, seconds: AT_A_TIME },
  SOCKETS_PER_MEMBER: { points: 20, wide: 1_000, seconds: AT_A_TIME },
  // Calls of a member that wait in one process for an earlier one: QR codes, bonuses, refunds, prizes, spins.
  CALLS_WAITING_PER_MEMBER: { points: 20, wide: 1_000, seconds: AT_A_TIME },
  // Passwords that wait to be hashed in one process.
  HASHES_WAITING: { points: 200, wide: 2_000, seconds: AT_A_TIME },
} satisfies Record<string, Default>;

export type LimitName = keyof typeof TABLE;

export interface Limit {
  points: number;
  /** Of the window; 0: so many at the same time. */
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

/** The settings of the limits, for the schema of all settings. */
export const limitSettings = {
  LIMITS: z.enum(['strict', 'wide']).optional(),
  ...(Object.fromEntries(LIMIT_NAMES.map((name) => [variable(name), points])) as Record<
    Variable,
    typeof points
  >),
};

/**
 * The limits of a server.
 * @param given settings as {@link limitSettings} reads them
 * @param isWide what holds when `LIMITS` says nothing
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
