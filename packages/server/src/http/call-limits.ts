import type { ErrorCode } from '@krapao/contract/errors';
import type { RouteKey } from '@krapao/contract/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import type { Limiter } from '../kernel/limiter.ts';
import type { LimitName } from '../kernel/limits.ts';
import { callerOf } from './caller.ts';
import type { FloodCounts } from './flood.ts';

interface Rule {
  limit: LimitName;
  /** Whose calls are counted together; `guest` is an address, of those without a token. */
  by: 'address' | 'guest' | 'member';
  /** Only calls that end with one of these count: they are wrong guesses. */
  wrong?: readonly ErrorCode[];
}

const FANOUT: Rule = { limit: 'FANOUTS_PER_MEMBER', by: 'member' };
const guess = (...wrong: ErrorCode[]): readonly Rule[] => [
  { limit: 'CODES_PER_ADDRESS', by: 'address', wrong },
  { limit: 'CODES_PER_MEMBER', by: 'member', wrong },
];
const TAKEN: Rule = {
  limit: 'TAKEN_PER_ADDRESS',
  by: 'address',
  wrong: ['EXISTING_USER', 'EXISTING_BANK'],
};

/** In memory, for calls that are many and cheap to count. */
const COUNTED_IN_MEMORY: ReadonlySet<LimitName> = new Set([
  'FANOUTS_PER_MEMBER',
  'TABLES_PER_MEMBER',
  'QR_CODES_PER_MEMBER_MINUTE',
  'QR_CODES_PER_MEMBER_HOUR',
  'CHAT_MESSAGES_PER_ADDRESS',
  'APP_FAULTS_PER_ADDRESS',
]);

/**
 * The calls that have limits of their own, beside those that every call has: `CALLS_PER_ADDRESS` and
 * `CALLS_PER_MEMBER`. Log-ins and one-time codes count phones as well, in their services.
 */
export const CALL_LIMITS: Readonly<Partial<Record<RouteKey, readonly Rule[]>>> = {
  'POST /api/account/validate': [TAKEN],
  'POST /api/account': [{ limit: 'REGISTRATIONS_PER_ADDRESS', by: 'address' }, TAKEN],
  'PUT /api/account/changepwd': [{ limit: 'PASSWORDS_PER_MEMBER', by: 'member', wrong: ['WRONG_PASSWORD'] }],
  'POST /api/otp/send': [{ limit: 'OTPS_PER_ADDRESS', by: 'address' }],
  'POST /api/otp/verify': [
    {
      limit: 'OTP_MISSES_PER_ADDRESS',
      by: 'address',
      wrong: ['OTP_TOKEN_INVALID', 'OTP_NOT_EXIST', 'OTP_CODE_INVALID', 'OTP_BLOCK'],
    },
  ],
  'GET /api/promotion/find/:code': guess('NO_PROMOTION'),
  'GET /api/promotion/activate/:code': guess('NO_PROMOTION'),
  'POST /api/wallet/truelink': guess('TRUELINK_INVALID'),
  'POST /api/spinwheel/coupon/claim': guess('INVALID_PRIZE_CODE', 'INVALID_CODE'),
  'POST /api/qrcode/:provider': [
    { limit: 'QR_CODES_PER_MEMBER_MINUTE', by: 'member' },
    { limit: 'QR_CODES_PER_MEMBER_HOUR', by: 'member' },
  ],
  'POST /api/wallet/slip': [{ limit: 'SLIPS_PER_MEMBER', by: 'member' }],
  'POST /api/statement/csv': [{ limit: 'TABLES_PER_MEMBER', by: 'member' }],
  'GET /api/wallet/refresh/slot': [FANOUT],
  'POST /api/wallet/collect': [FANOUT],
  'POST /api/wallet/transferAll': [FANOUT],
  'POST /api/chat/send-message': [{ limit: 'CHAT_MESSAGES_PER_ADDRESS', by: 'guest' }],
  'POST /api/app-fault': [{ limit: 'APP_FAULTS_PER_ADDRESS', by: 'address' }],
  'POST /api/chat/upload-image': [{ limit: 'CHAT_UPLOADS_PER_ADDRESS', by: 'guest' }],
  'POST /api/chat/upload-video': [{ limit: 'CHAT_UPLOADS_PER_ADDRESS', by: 'guest' }],
};

/** Each call of the kind is counted. */
const countedRules = (key: string): readonly Rule[] =>
  (CALL_LIMITS[key as RouteKey] ?? []).filter(({ wrong }) => !wrong);
/** A call of the kind is counted when it was a wrong guess. */
const guessRules = (key: string): readonly (Rule & { wrong: readonly ErrorCode[] })[] =>
  (CALL_LIMITS[key as RouteKey] ?? []).flatMap((rule) =>
    rule.wrong ? [{ ...rule, wrong: rule.wrong }] : [],
  );

/** Holds one kind of call to its limits. */
export interface CallGuard {
  /** Decides about a call once it is known whose it is; a promise where that is asked elsewhere. @throws AppError REQUEST_LIMIT */
  readonly arrived: (request: FastifyRequest) => Promise<void> | undefined;
  /** Does what a call asks for, and counts it if it was a wrong guess. @throws AppError REQUEST_LIMIT */
  readonly guard: <T>(request: FastifyRequest, work: () => Promise<T> | T) => Promise<T> | T;
}

/** Signed messages of counterparties, many of them from one address: what is forged of them counts by itself. */
const CALLBACKS = '/api/callback/';

/** Holds calls to the limits. */
export class CallLimits {
  readonly #limiter: Limiter;
  readonly #flood: FloodCounts;

  constructor(parts: { limiter: Limiter; flood: FloodCounts }) {
    this.#limiter = parts.limiter;
    this.#flood = parts.flood;
  }

  /**
   * Counts by address whatever is more than a file of the app, before anything is done about it.
   * @param files what paths outside `/api/` begin with that the database answers
   */
  watch(app: FastifyInstance, files: readonly string[]): void {
    app.addHook('onRequest', (request, _reply, done) => {
      // By its route too: `/%61pi/` is written otherwise and leads to the same call.
      const { url, routeOptions } = request;
      const begins = (path: string): boolean =>
        url.startsWith(path) || routeOptions.url?.startsWith(path) === true;
      const isCounted = (begins('/api/') && !begins(CALLBACKS)) || files.some(begins);
      if (isCounted) this.#flood.hit('CALLS_PER_ADDRESS', callerOf(request).address);
      done();
    });
  }

  /** What holds a kind of call to its limits. Most have none of their own, and wait for nothing here. */
  of(key: string): CallGuard {
    const counted = countedRules(key);
    const guesses = guessRules(key);
    return {
      arrived: (request) => {
        if (request.member) this.#flood.hit('CALLS_PER_MEMBER', request.member.id);
        return counted.length === 0 ? undefined : this.#count(counted, request);
      },
      guard: (request, work) => (guesses.length === 0 ? work() : this.#guess(guesses, request, work)),
    };
  }

  async #count(rules: readonly Rule[], request: FastifyRequest): Promise<void> {
    for (const { limit, by } of rules) {
      const subject = subjectOf(by, request);
      if (subject === undefined) continue;
      if (COUNTED_IN_MEMORY.has(limit)) this.#flood.hit(limit, subject);
      else await this.#limiter.spend(limit, subject);
    }
  }

  async #guess<T>(
    rules: ReturnType<typeof guessRules>,
    request: FastifyRequest,
    work: () => Promise<T> | T,
  ): Promise<T> {
    const guesses: { limit: LimitName; subject: string; wrong: readonly ErrorCode[] }[] = [];
    let end: ErrorCode | undefined;
    try {
      for (const { limit, by, wrong } of rules) {
        const subject = subjectOf(by, request);
        if (subject === undefined) continue;
        await this.#limiter.borrow(limit, subject);
        guesses.push({ limit, subject, wrong });
      }
      return await work();
    } catch (error) {
      if (error instanceof AppError) end = error.code;
      throw error;
    } finally {
      const rights = guesses.filter(({ wrong }) => end === undefined || !wrong.includes(end));
      await Promise.all(rights.map(({ limit, subject }) => this.#giveBack(limit, subject, request)));
    }
  }

  /** What the call asked for is done or refused by now: a count that cannot be mended changes nothing about that. */
  async #giveBack(limit: LimitName, subject: string, request: FastifyRequest): Promise<void> {
    await this.#limiter.giveBack(limit, subject).catch((error: unknown) => {
      request.log.warn({ err: error, limit }, 'a try could not be given back');
    });
  }

  /** Counts a callback that nobody we know has signed. @throws AppError REQUEST_LIMIT */
  forged(request: FastifyRequest): void {
    this.#flood.hit('FORGED_CALLBACKS_PER_ADDRESS', callerOf(request).address);
  }
}

function subjectOf(by: Rule['by'], request: FastifyRequest): string | undefined {
  if (by === 'member') return request.member?.id;
  if (by === 'guest' && request.member) return undefined;
  return callerOf(request).address;
}
