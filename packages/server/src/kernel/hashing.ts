import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from './app-error.ts';

/** Cost of an argon2id hash; the memory is in KiB. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's first choice for argon2id. */
const USUAL_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Approximate time of one hash, to estimate the wait in a queue. */
const HASH_MS = 40;

/** One source may hold this part of the guests' places (one over this number). */
const SOURCE_SHARE = 4;

/** Owner of the password: a known member, or a guest from an address or network. */
export type HashFor = 'member' | { readonly source: string };

/**
 * Hashes and verifies passwords, at most one per core at a time: unbounded log-ins would starve other
 * requests. Members and their known browsers have a queue of their own; when only guests are ahead, they wait
 * for at most one hash per core. One source gets only a part of the guests' places.
 */
export class Hashing {
  readonly #turn = pLimit(availableParallelism());
  /** Guests pass this limit before they join the turn, one per core; the others wait here. */
  readonly #strangers = pLimit(availableParallelism());
  readonly #sources = new Map<string, number>();
  readonly #mostWaiting: number;
  readonly #cost: HashCost;
  /** Members' passwords that are being hashed or waiting. */
  #members = 0;
  #decoy: Promise<string> | undefined;
  #compared = 0;

  /** @param mostWaiting most guests that may wait, and most members; further ones are refused at once */
  constructor(mostWaiting: number, cost: HashCost = USUAL_COST) {
    this.#mostWaiting = mostWaiting;
    this.#cost = cost;
  }

  /** Number of waiting hashes; a few may be about to start. */
  get waiting(): number {
    return Math.max(0, this.#members + usersOf(this.#strangers) - this.#turn.concurrency);
  }

  /** Number of comparisons since the process started, decoys included. */
  get compared(): number {
    return this.#compared;
  }

  /** Returns the argon2id hash in PHC text form. @throws AppError REQUEST_LIMIT when too many wait */
  hash(password: string, whose: HashFor): Promise<string> {
    return this.#inTurn(whose, () => hash(password, this.#cost));
  }

  /**
   * Returns whether a password matches a hash. Without a hash it does the same work and returns false: the
   * time must not reveal which phones are registered.
   * @throws AppError REQUEST_LIMIT when too many wait
   */
  async matches(passwordHash: string | undefined, password: string, whose: HashFor): Promise<boolean> {
    // Created before the first comparison of any kind, so that no kind of comparison takes longer.
    this.#decoy ??= hash('nobody has this password', this.#cost);
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
