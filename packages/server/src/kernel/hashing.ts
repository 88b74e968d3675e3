import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from './app-error.ts';

// OWASP's first choice for argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** About as long as one hash takes, for a guess of how long a queue of them is. */
const HASH_MS = 40;

/** Passwords to hashes and back, so many at a time as there are cores: unbounded log-ins would starve the rest. */
export class Hashing {
  readonly #turn = pLimit(availableParallelism());
  readonly #mostWaiting: number;
  #decoy: Promise<string> | undefined;
  #compared = 0;

  /** @param mostWaiting how many may wait for their turn; those beyond are refused at once */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** How many wait for their turn; some that could begin at once are just about to. */
  get waiting(): number {
    const { activeCount, pendingCount, concurrency } = this.#turn;
    return Math.max(0, activeCount + pendingCount - concurrency);
  }

  /** How many comparisons have been made since the process began, decoys included. */
  get compared(): number {
    return this.#compared;
  }

  /** argon2id in PHC text form. @throws AppError REQUEST_LIMIT when too many wait */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, OPTIONS));
  }

  /**
   * Whether a password is the one behind a hash. Without a hash the answer is no, after the same work:
   * the time must not tell which phones are registered.
   * @throws AppError REQUEST_LIMIT when too many wait
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    // Made before the first comparison whatever that is of, so that it adds to none in particular.
    this.#decoy ??= hash('nobody has this password', OPTIONS);
    const against = passwordHash ?? (await this.#decoy);
    const isSame = await this.#inTurn(() => {
      this.#compared += 1;
      return verify(against, password);
    });
    return isSame && passwordHash !== undefined;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.#turn;
    if (activeCount + pendingCount >= concurrency + this.#mostWaiting) {
      const retryAfterMs = (pendingCount * HASH_MS) / concurrency;
      throw new AppError('REQUEST_LIMIT', { retryAfterMs });
    }
    return this.#turn(work);
  }
}
