import { randomBytes } from 'node:crypto';
import { isEqual } from './equal.ts';

const TOKEN_BYTES = 24;
const KEPT = 1_000;

/** The access tokens that a service gave. A restart forgets them, and a new one ends no older one. */
export class Tokens {
  readonly #now: () => number;
  readonly #lifeMs: number;
  readonly #endsAt = new Map<string, number>();

  /**
   * @param now epoch milliseconds.
   * @param lifeMs how long a token can be used, in milliseconds.
   */
  constructor(now: () => number, lifeMs: number) {
    this.#now = now;
    this.#lifeMs = lifeMs;
  }

  issue(): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#endsAt.set(token, this.#now() + this.#lifeMs);
    const [oldest] = this.#endsAt.keys();
    if (this.#endsAt.size > KEPT && oldest !== undefined) this.#endsAt.delete(oldest);
    return token;
  }

  /** Returns what a token is worth. */
  check(given: unknown): 'good' | 'expired' | 'unknown' {
    for (const [token, endsAt] of this.#endsAt) {
      if (isEqual(given, token)) return endsAt > this.#now() ? 'good' : 'expired';
    }
    return 'unknown';
  }
}
