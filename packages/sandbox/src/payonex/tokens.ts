import { randomBytes } from 'node:crypto';
import { isEqual } from '../services/equal.ts';

/** The facts name no lifetime; an operator must ask for a new token whenever one has ended. */
export const TOKEN_LIFE_MS = 3_600_000;
const TOKEN_BYTES = 24;
const KEPT = 1_000;

/** The tokens that PayoneX gave. A restart forgets them, and a new one ends no older one. */
export class Tokens {
  readonly #now: () => number;
  readonly #endsAt = new Map<string, number>();

  /** @param now epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue(): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#endsAt.set(token, this.#now() + TOKEN_LIFE_MS);
    const [oldest] = this.#endsAt.keys();
    if (this.#endsAt.size > KEPT && oldest !== undefined) this.#endsAt.delete(oldest);
    return token;
  }

  /** Returns what an `Authorization` header is worth: the token alone, without a scheme. */
  check(header: unknown): 'good' | 'expired' | 'unknown' {
    for (const [token, endsAt] of this.#endsAt) {
      if (isEqual(header, token)) return endsAt > this.#now() ? 'good' : 'expired';
    }
    return 'unknown';
  }
}
