import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Count, Limiter } from '../../kernel/limiter.ts';
import type { LogInCodes } from '../session/service.ts';
import type { Totps } from './totp.ts';

/**
 * Codes of authenticator apps and recovery codes, as members type them. Wrong ones of a day count together, at log-ins
 * and as proof. Beyond the limit no code is taken until the day is over. A part of the limit is kept for browsers
 * in which the member has given proof: whoever has the password does not shut the member out at home. A stranger
 * without it does not get as far as to a code.
 */
export class FactorCodes implements LogInCodes {
  readonly #totps: Pick<Totps, 'useCode'>;
  readonly #limiter: Limiter;

  constructor(parts: { totps: Pick<Totps, 'useCode'>; limiter: Limiter }) {
    this.#totps = parts.totps;
    this.#limiter = parts.limiter;
  }

  /**
   * Checks the code of a log-in whose password was right, of a member with an authenticator app.
   * @param isAtHome the member has given proof with the browser before
   * @throws AppError CODE_REQUIRED, CODE_INVALID, CODE_LOCKED
   */
  async check(memberId: string, code: string | undefined, isAtHome: boolean): Promise<void> {
    if (code === undefined) throw new AppError('CODE_REQUIRED');
    await this.#use(memberId, code, isAtHome);
  }

  /** Checks a code that a logged-in member gives as proof. @throws AppError CODE_INVALID, CODE_LOCKED */
  prove({ id, proof }: Pick<Member, 'id' | 'proof'>, code: string): Promise<void> {
    return this.#use(id, code, !proof.isNewDevice);
  }

  /** Counts a code as wrong before it is compared, so that codes at the same time do not pass the limit together. */
  async #use(memberId: string, code: string, isAtHome: boolean): Promise<void> {
    const all: Count = ['WRONG_CODES_PER_MEMBER', memberId];
    const counts: Count[] = isAtHome ? [all] : [['WRONG_CODES_ELSEWHERE', memberId], all];
    const reserved: Count[] = [];
    const release = () => Promise.all(reserved.map((count) => this.#limiter.release(...count)));
    for (const count of counts) {
      try {
        await this.#limiter.reserve(...count);
      } catch (error) {
        await release();
        throw lockedBy(error);
      }
      reserved.push(count);
    }
    if (!(await this.#totps.useCode(memberId, code))) throw new AppError('CODE_INVALID');
    await release();
  }
}

/** Says of a refusal that it is about codes alone. */
function lockedBy(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'REQUEST_LIMIT') return error;
  const { retryAfterMs } = error;
  return new AppError('CODE_LOCKED', { cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}
