import type { ErrorCode } from '@krapao/contract/errors';
import type { RouteKey } from '@krapao/contract/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { longestWaitMs, type Count, type Limiter } from '../kernel/limiter.ts';
import type { LimitName } from '../kernel/limits.ts';
import { hashToken } from '../kernel/secrets.ts';
import type { TokenMint } from '../kernel/token-mint.ts';
import type { Caller } from '../domain/caller.ts';
import { callerOf } from './caller.ts';
import type { DeviceMarks } from './device-marks.ts';
import type { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Authenticate, SignedIn } from './authenticate.ts';

interface Rule {
  limit: LimitName;
  /** Callers that are counted together; `guest` is the address of callers without a token. */
  by: 'guest' | 'member';
  /** Only calls that end with one of these codes count: they are wrong guesses. */
  wrong?: readonly ErrorCode[];
  /** Only successful calls count. */
  isDone?: true;
}

const FANOUT: Rule = { limit: 'FANOUTS_PER_MEMBER', by: 'member' };
const UPLOAD: Rule = { limit: 'CHAT_UPLOADS_PER_ADDRESS', by: 'guest', isDone: true };
const PROOF_GUESSES: readonly ErrorCode[] = ['WRONG_PASSWORD', 'CODE_INVALID', 'PASSKEY_INVALID'];
const guess = (...wrong: ErrorCode[]): readonly Rule[] => [
  { limit: 'CODES_PER_MEMBER', by: 'member', wrong },
];

/** Limits of frequent calls, counted in memory. */
const COUNTED_IN_MEMORY: ReadonlySet<LimitName> = new Set([
  'FANOUTS_PER_MEMBER',
  'TABLES_PER_MEMBER',
  'PUSH_BROWSERS_PER_MEMBER',
  'QR_CODES_PER_MEMBER_MINUTE',
  'QR_CODES_PER_MEMBER_HOUR',
  'CHAT_MESSAGES_PER_ADDRESS',
  'APP_FAULTS_PER_ADDRESS',
]);

/**
 * Calls with limits of their own, beside those of every call. Log-ins, one-time codes and registrations are
 * counted by their services, once their input is valid.
 */
export const CALL_LIMITS: Readonly<Partial<Record<RouteKey, readonly Rule[]>>> = {
  'PUT /api/account/changepwd': [{ limit: 'PASSWORDS_PER_MEMBER', by: 'member', wrong: ['WRONG_PASSWORD'] }],
  'POST /api/step-up': [{ limit: 'PASSWORDS_PER_MEMBER', by: 'member', wrong: PROOF_GUESSES }],
  'GET /api/promotion/find/:code': guess('NO_PROMOTION'),
  'GET /api/promotion/activate/:code': [...guess('NO_PROMOTION'), FANOUT],
  'GET /api/bonus/activate/:code': [FANOUT],
  'GET /api/bonus/clear': [FANOUT],
  'POST /api/wallet/truelink': guess('TRUELINK_INVALID'),
  'POST /api/spinwheel/coupon/claim': guess('INVALID_PRIZE_CODE', 'INVALID_CODE'),
  'POST /api/qrcode/:provider': [
    { limit: 'QR_CODES_PER_MEMBER_MINUTE', by: 'member' },
    { limit: 'QR_CODES_PER_MEMBER_HOUR', by: 'member' },
  ],
  'POST /api/wallet/slip': [{ limit: 'SLIPS_PER_MEMBER', by: 'member' }],
  'POST /api/statement/csv': [{ limit: 'TABLES_PER_MEMBER', by: 'member' }],
  'GET /api/protection/play/:by': [{ limit: 'TABLES_PER_MEMBER', by: 'member' }],
  'POST /api/notices/browser': [{ limit: 'PUSH_BROWSERS_PER_MEMBER', by: 'member' }],
  'GET /api/wallet/refresh/slot': [FANOUT],
  'POST /api/wallet/collect': [FANOUT],
  'POST /api/wallet/transferAll': [FANOUT],
  'POST /api/chat/send-message': [{ limit: 'CHAT_MESSAGES_PER_ADDRESS', by: 'guest' }],
  'POST /api/app-fault': [{ limit: 'APP_FAULTS_PER_ADDRESS', by: 'guest' }],
  'POST /api/chat/upload-image': [UPLOAD],
  'POST /api/chat/upload-video': [UPLOAD],
};

/** Returns whether a call can only be counted after it has ended. */
const countsByEnd = ({ wrong, isDone }: Rule): boolean => wrong !== undefined || isDone === true;
const counts = ({ wrong }: Rule, end: ErrorCode | undefined): boolean =>
  end === undefined ? wrong === undefined : (wrong?.includes(end) ?? false);

/** Signed callbacks of counterparties, many from one address. Forged ones are counted separately. */
const CALLBACKS = '/api/callback/';

/** Applies the rate limits to calls. */
export class CallLimits {
  readonly #limiter: Limiter;
  readonly #memoryLimiter: MemoryRateLimiter;
  readonly #mint: TokenMint;
  readonly #marks: DeviceMarks;

  constructor(parts: {
    limiter: Limiter;
    memoryLimiter: MemoryRateLimiter;
    mint: TokenMint;
    marks: DeviceMarks;
  }) {
    this.#limiter = parts.limiter;
    this.#memoryLimiter = parts.memoryLimiter;
    this.#mint = parts.mint;
    this.#marks = parts.marks;
  }

  /** Counts requests outside the router: paths of the API that are no call. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      // Also checks the matched route: `/%61pi/` is spelled differently and leads to the same call.
      const { url, routeOptions } = request;
      const begins = (path: string): boolean =>
        url.startsWith(path) || routeOptions.url?.startsWith(path) === true;
      if (begins('/api/') && !begins(CALLBACKS) && routeOptions.config.key === undefined) {
        this.stranger(callerOf(request), undefined, routeOptions.url ?? 'nowhere');
      }
      done();
    });
  }

  /** Counts a view of a file with a valid link, per file. @throws AppError REQUEST_LIMIT */
  file(name: string): void {
    this.#memoryLimiter.hit('CALLS_PER_MEMBER', `file ${name}`);
  }

  /**
   * Counts a call without a member, per kind of call, so that a flood of one kind does not block the others.
   * A caller with an issued token or a device mark is counted by that and not by address.
   * @throws AppError REQUEST_LIMIT
   */
  stranger(caller: Caller, token: string | undefined, kind: string): void {
    if (token !== undefined && this.#mint.isIssued(token)) {
      return this.#memoryLimiter.hit('CALLS_PER_MEMBER', `token ${keyOf(token)}`);
    }
    const member = this.#marks.memberOf(caller);
    if (member !== undefined) return this.#memoryLimiter.hit('CALLS_PER_MEMBER', `${member} ${kind}`);
    if (caller.network !== undefined)
      this.#memoryLimiter.assertLeft('CALLS_PER_NETWORK', `${caller.network} ${kind}`);
    this.#memoryLimiter.hit('CALLS_PER_ADDRESS', `${caller.address} ${kind}`);
    if (caller.network !== undefined)
      this.#memoryLimiter.note('CALLS_PER_NETWORK', `${caller.network} ${kind}`);
  }

  /**
   * Authenticates a token and counts the call for its member. Invalid tokens are counted by address.
   * Beyond the address's limit only issued tokens are looked up, each a limited number of times: invented
   * tokens do not lock out other members at the address.
   * @throws AppError from `authenticate`, or REQUEST_LIMIT
   */
  async member<D>(caller: Caller, token: string, authenticate: Authenticate<D>): Promise<SignedIn<D>> {
    const waitMs = this.#memoryLimiter.waitMs('WRONG_TOKENS_PER_ADDRESS', caller.address);
    if (waitMs > 0) {
      if (!this.#mint.isIssued(token)) throw this.#limiter.refusal('WRONG_TOKENS_PER_ADDRESS', waitMs);
      this.#memoryLimiter.assertLeft('WRONG_TOKENS_PER_ADDRESS', `token ${keyOf(token)}`);
    }
    try {
      const signedIn = await authenticate(token);
      this.#memoryLimiter.hit('CALLS_PER_MEMBER', signedIn.member.id);
      return signedIn;
    } catch (error) {
      if (error instanceof AppError) {
        this.#memoryLimiter.note('WRONG_TOKENS_PER_ADDRESS', caller.address);
        this.#memoryLimiter.note('WRONG_TOKENS_PER_ADDRESS', `token ${keyOf(token)}`);
      }
      throw error;
    }
  }

  /**
   * Returns a wrapper that applies the own limits of a kind of call. Limits are counted once the input is
   * valid. Most kinds have none and are not delayed.
   * @throws AppError REQUEST_LIMIT
   */
  of(key: string): <T>(request: FastifyRequest, work: () => Promise<T> | T) => Promise<T> | T {
    const rules = CALL_LIMITS[key as RouteKey] ?? [];
    if (rules.length === 0) return (_request, work) => work();
    const counted = rules.filter((rule) => !countsByEnd(rule));
    const byEnd = rules.filter(countsByEnd);
    return async (request, work) => {
      await this.#count(counted, request);
      return byEnd.length === 0 ? work() : this.#guess(byEnd, request, work);
    };
  }

  async #count(rules: readonly Rule[], request: FastifyRequest): Promise<void> {
    for (const [index, { limit, by }] of rules.entries()) {
      const subject = this.#subjectOf(by, request);
      if (subject === undefined) continue;
      try {
        if (COUNTED_IN_MEMORY.has(limit)) this.#memoryLimiter.hit(limit, subject);
        else await this.#limiter.spend(limit, subject);
      } catch (error) {
        throw await this.#withLongestWait(error, rules.slice(index + 1), request);
      }
    }
  }

  /** Returns a refusal with the longest wait, including the rules that would refuse next. */
  async #withLongestWait(error: unknown, rules: readonly Rule[], request: FastifyRequest): Promise<unknown> {
    if (!(error instanceof AppError)) return error;
    const counts = rules.flatMap(({ limit, by }): Count[] => {
      const subject = this.#subjectOf(by, request);
      return subject === undefined || COUNTED_IN_MEMORY.has(limit) ? [] : [[limit, subject]];
    });
    const waitMs = await longestWaitMs(this.#limiter, counts);
    return waitMs > (error.retryAfterMs ?? 0) ? new AppError(error.code, { retryAfterMs: waitMs }) : error;
  }

  async #guess<T>(rules: readonly Rule[], request: FastifyRequest, work: () => Promise<T> | T): Promise<T> {
    const reserved: { rule: Rule; subject: string }[] = [];
    let end: ErrorCode | undefined = 'REQUEST_LIMIT';
    try {
      for (const rule of rules) {
        const subject = this.#subjectOf(rule.by, request);
        if (subject === undefined) continue;
        await this.#limiter.reserve(rule.limit, subject);
        reserved.push({ rule, subject });
      }
      const answer = await work();
      end = undefined;
      return answer;
    } catch (error) {
      if (error instanceof AppError) end = error.code;
      throw error;
    } finally {
      const free = reserved.filter(({ rule }) => !counts(rule, end));
      await Promise.all(free.map(({ rule, subject }) => this.#release(rule.limit, subject, request)));
    }
  }

  /** Releases a count. The call has ended by now, so a failure is only logged. */
  async #release(limit: LimitName, subject: string, request: FastifyRequest): Promise<void> {
    await this.#limiter.release(limit, subject).catch((error: unknown) => {
      request.log.warn({ err: error, limit }, 'a try could not be given back');
    });
  }

  /** Counts a callback without a valid signature. @throws AppError REQUEST_LIMIT */
  forged(request: FastifyRequest): void {
    this.#memoryLimiter.hit('FORGED_CALLBACKS_PER_ADDRESS', callerOf(request).address);
  }

  #subjectOf(by: Rule['by'], request: FastifyRequest): string | undefined {
    if (by === 'member') return request.member?.id;
    if (request.member) return undefined;
    const caller = callerOf(request);
    return this.#marks.memberOf(caller) ?? caller.address;
  }
}

const keyOf = (token: string): string => hashToken(token).toString('base64url');
