import type { Caller } from '../../domain/caller.ts';
import type { DeviceMarks } from '../../http/device-marks.ts';
import { AppError } from '../../kernel/app-error.ts';
import { longestWaitMs, type Count, type Limiter } from '../../kernel/limiter.ts';

/** One in this many of a phone's codes a day is reserved for browsers with a mark. */
const KEPT_SHARE = 4;

/** A phone, and the caller that asks for a code for it. */
interface Asker {
  phone: string;
  caller: Caller;
}

/**
 * Limits how many one-time codes are sent. Guests are counted by address and share the installation's message
 * budget. A browser with a mark is counted by its member and has a separate budget. It also has a reserved
 * part of each phone's codes, which guests cannot use up.
 */
export class OtpAllowance {
  readonly #limiter: Limiter;
  readonly #marks: DeviceMarks;
  readonly #perPhoneDay: number;

  constructor(parts: { limiter: Limiter; marks: DeviceMarks; perPhoneDay: number }) {
    this.#limiter = parts.limiter;
    this.#marks = parts.marks;
    this.#perPhoneDay = parts.perPhoneDay;
  }

  /** Returns how many codes a phone gets in 24 hours when such a caller asks. */
  mostInDay(caller: Caller): number {
    const kept = this.#marks.memberOf(caller) === undefined ? Math.floor(this.#perPhoneDay / KEPT_SHARE) : 0;
    return this.#perPhoneDay - kept;
  }

  /**
   * Checks, before any work is done, whether another code may be sent.
   * @throws AppError REQUEST_LIMIT, OTP_BLOCK
   */
  async assertMayAsk(asker: Asker): Promise<void> {
    const blockedMs = await this.#limiter.waitMs('OTP_MISSES_PER_PHONE', this.#placeOf(asker));
    if (blockedMs > 0) throw new AppError('OTP_BLOCK', { retryAfterMs: blockedMs });
    const counts = this.#countsOf(asker);
    const waitMs = await longestWaitMs(this.#limiter, counts);
    if (waitMs > 0) throw this.#limiter.refusal(counts[0][0], waitMs);
  }

  /**
   * Reserves one message in every count, or in none.
   * @returns a function that releases the reservation, for a message that was not sent
   * @throws AppError REQUEST_LIMIT
   */
  take(asker: Asker): Promise<() => Promise<void>> {
    return this.#reserve(this.#countsOf(asker));
  }

  /** Returns how many codes a phone gets in 24 hours when staff ask. */
  get mostInDayForStaff(): number {
    return this.#perPhoneDay;
  }

  /**
   * Reserves one message that a person of the staff starts, in the shares of browsers with a mark.
   * @returns a function that releases the reservation, for a message that was not sent
   * @throws AppError REQUEST_LIMIT
   */
  async takeForStaff(phone: string, staffId: string): Promise<() => Promise<void>> {
    const counts: readonly [Count, ...Count[]] = [
      ['OTPS_PER_PHONE_AND_MEMBER', `${phone} staff`],
      ['OTPS_PER_MEMBER', `staff ${staffId}`],
      ['SMS_TO_KNOWN_PER_HOUR', 'all'],
    ];
    const waitMs = await longestWaitMs(this.#limiter, counts);
    if (waitMs > 0) throw this.#limiter.refusal(counts[0][0], waitMs);
    return this.#reserve(counts);
  }

  async #reserve(counts: readonly Count[]): Promise<() => Promise<void>> {
    const taken: Count[] = [];
    const release = async (): Promise<void> => {
      await Promise.all(taken.map((count) => this.#limiter.release(...count)));
    };
    try {
      for (const count of counts) {
        await this.#limiter.reserve(...count);
        taken.push(count);
      }
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  }

  /** Counts a wrong code. */
  async missed(asker: Asker): Promise<void> {
    await this.#limiter.add('OTP_MISSES_PER_PHONE', this.#placeOf(asker), 1);
  }

  /** Lists the narrowest limit first, so that a caller over their own limit takes nothing from others. */
  #countsOf({ phone, caller }: Asker): readonly [Count, ...Count[]] {
    const member = this.#marks.memberOf(caller);
    if (member !== undefined) {
      return [
        ['OTPS_PER_PHONE_AND_MEMBER', `${phone} ${member}`],
        ['OTPS_PER_MEMBER', member],
        ['SMS_TO_KNOWN_PER_HOUR', 'all'],
      ];
    }
    const { address, network } = caller;
    return [
      ['OTPS_PER_PHONE_AND_ADDRESS', `${phone} ${address}`],
      ['OTPS_PER_ADDRESS', address],
      ...(network === undefined ? [] : [['OTPS_PER_NETWORK', network] as const]),
      ['SMS_PER_HOUR', 'all'],
    ];
  }

  #placeOf({ phone, caller }: Asker): string {
    return `${phone} ${this.#marks.memberOf(caller) ?? caller.address}`;
  }
}
