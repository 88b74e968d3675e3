import { randomBytes } from 'node:crypto';
import { sameBytes, type Secrets } from './secrets.ts';

const RANDOM_BYTES = 24;
const TAG_BYTES = 8;

/**
 * Issues bearer tokens: 192 random bits and a tag of 64 bits that only this installation can compute. The tag
 * tells an issued token from an invented one without the database. It grants nothing: the session is still
 * looked up.
 */
export class TokenMint {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Returns a new token of 43 letters, digits, `-` and `_`. */
  issue(): string {
    const random = randomBytes(RANDOM_BYTES);
    return Buffer.concat([random, this.#tagOf(random)]).toString('base64url');
  }

  /** Returns whether this installation issued a token. False for tokens from before tags existed. */
  isIssued(token: string): boolean {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== RANDOM_BYTES + TAG_BYTES) return false;
    return sameBytes(bytes.subarray(RANDOM_BYTES), this.#tagOf(bytes.subarray(0, RANDOM_BYTES)));
  }

  #tagOf(random: Buffer): Buffer {
    return this.#secrets.digest('token', random.toString('base64url')).subarray(0, TAG_BYTES);
  }
}
