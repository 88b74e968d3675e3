import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from './app-error.ts';

// OWASP's first choice for argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** About as long as one hash takes, for a guess of how long a queue of them is. */
const HASH_MS = 40;

/** Of the places for strangers, the part that one source may hold. */
const SOURCE_SHARE = 4;

/** Whose password it is: a known member's, or a stranger's from some address or network. */
export type HashFor = 'member' | { readonly source: string };

/**
 * Passwords to hashes and back, so many at a time as there are cores: unbounded log-ins would starve the rest. Members
 * and their known browsers have places of their own to wait in, and wait for one hash of each core's at most when only
 * strangers are before them. Of the strangers' places one source gets a part.
 */
export class Hashing {
  readonly #turn = pLimit(availableParallelism());
  /** Strangers come from here to the turn, as many as there are cores: those who wait do so before it. */
  readonly #strangers = pLimit(availableParallelism());
  readonly #sources = new Map<string, number>();
  readonly #mostWaiting: number;
  /** Passwords of members that are being hashed or wait. */
  #members = 0;
  #decoy: Promise<string> | undefined;
  #compared = 0;

  /** @param mostWaiting how many strangers may wait, and how many others; those beyond are refused at once */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** How many wait for their turn; some that could begin at once are just about to. */
  get waiting(): number {
    return Math.max(0, this.#members + usersOf(this.#strangers) - this.#turn.concurrency);
  }

  /** How many comparisons have been made since the process began, decoys included. */
  get compared(): number {
    return this.#compared;
  }

  /** argon2id in PHC text form. @throws AppError REQUEST_LIMIT when too many wait */
  hash(password: string, whose: HashFor): Promise<string> {
    return this.#inTurn(whose, () => hash(password, OPTIONS));
  }

  /**
   * Whether a password is the one behind a hash. Without a hash the answer is no, after the same work:
   * the time must not tell which phones are registered.
   * @throws AppError REQUEST_LIMIT when too many wait
   */
  async matches(passwordHash: string | undefined, password: string, whose: HashFor): Promise<boolean> {
    // Made before the first comparison whatever that is of, so that it adds to none in particular.
    this.#decoy ??= hash('nobody has this password', OPTIONS);
    const against = passwordHash ?? (await this.#decoy);
    const isSame = await this.#inTurn(whose, () => {
      this.#compared += 1;
      return verify(against, password);
    });
    return isSame && passwordHash !== undefined;
  }

  async #inTurn<T>(whose: HashFor, work: () => Promise<T>): Promise<T> {
    if (whose !== 'member') {
      this.#assertRoom(usersOf(this.#strangers));
      return this.#ofSource(whose.source, () => this.#strangers(() => this.#turn(work)));
    }
    this.#assertRoom(this.#members);
    this.#members += 1;
    try {
      return await this.#turn(work);
    } finally {
      this.#members -= 1;
    }
  }

  async #ofSource<T>(source: string, work: () => Promise<T>): Promise<T> {
    const users = this.#sources.get(source) ?? 0;
    if (users >= this.#turn.concurrency + Math.ceil(this.#mostWaiting / SOURCE_SHARE))
      throw this.#full(users);
    this.#sources.set(source, users + 1);
    try {
      return await work();
    } finally {
      const left = (this.#sources.get(source) ?? 1) - 1;
      if (left > 0) this.#sources.set(source, left);
      else this.#sources.delete(source);
    }
  }

  #assertRoom(users: number): void {
    if (users >= this.#turn.concurrency + this.#mostWaiting) throw this.#full(users);
  }

  #full(users: number): AppError {
    return new AppError('REQUEST_LIMIT', { retryAfterMs: (users * HASH_MS) / this.#turn.concurrency });
  }
}

const usersOf = ({ activeCount, pendingCount }: LimitFunction): number => activeCount + pendingCount;
