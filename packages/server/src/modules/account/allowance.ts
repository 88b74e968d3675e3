import type { Caller } from '../../domain/caller.ts';
import type { DeviceMarks } from '../../http/device-marks.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Count, Limiter } from '../../kernel/limiter.ts';

/** Rate limits of registrations and of checks whether a phone or a bank account is registered. */
export class RegistrationAllowance {
  readonly #limiter: Limiter;
  readonly #marks: DeviceMarks;

  constructor(parts: { limiter: Limiter; marks: DeviceMarks }) {
    this.#limiter = parts.limiter;
    this.#marks = parts.marks;
  }

  /**
   * Runs `work`, which may reveal that a phone or a bank account is taken, and counts it only if it does. The
   * key is the proven phone, else the member of the browser's mark, else the address.
   * @param provenPhone the phone that the caller verified by a one-time code; undefined without one
   * @throws AppError REQUEST_LIMIT, or what `work` throws
   */
  async asking<T>(caller: Caller, provenPhone: string | undefined, work: () => Promise<T>): Promise<T> {
    const count = this.#askerOf(caller, provenPhone);
    await this.#limiter.reserve(...count);
    let isTaken = false;
    try {
      return await work();
    } catch (error) {
      isTaken =
        error instanceof AppError && (error.code === 'EXISTING_USER' || error.code === 'EXISTING_BANK');
      throw error;
    } finally {
      if (!isTaken) await this.#limiter.release(...count);
    }
  }

  /** Counts a registration with valid input. @throws AppError REQUEST_LIMIT */
  async spend({ address, network }: Caller): Promise<void> {
    if (network !== undefined) await this.#limiter.spend('REGISTRATIONS_PER_NETWORK', network);
    await this.#limiter.spend('REGISTRATIONS_PER_ADDRESS', address);
  }

  #askerOf(caller: Caller, provenPhone: string | undefined): Count {
    if (provenPhone !== undefined) return ['TAKEN_PER_PHONE', provenPhone];
    const member = this.#marks.memberOf(caller);
    return member === undefined ? ['TAKEN_PER_ADDRESS', caller.address] : ['TAKEN_PER_MEMBER', member];
  }
}
