import { randomBytes } from 'node:crypto';
import type { Tx } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { sameBytes, type Secrets } from '../../kernel/secrets.ts';

const LIFETIME_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 16;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * Challenges that passkeys sign. A challenge carries its end and a keyed tag, so that issuing one stores nothing and a
 * flood of guests fills no table. A row is written when one is used: each is used once.
 */
export class Challenges {
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(parts: { secrets: Secrets; clock: Clock }) {
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
  }

  /** @param purpose what its answer is for; an answer is good for nothing else */
  issue(purpose: string): Uint8Array<ArrayBuffer> {
    const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
    body.writeUIntBE(this.#clock.now().getTime() + LIFETIME_MS, RANDOM_BYTES, TIME_BYTES);
    return new Uint8Array(Buffer.concat([body, this.#tagOf(body, purpose)]));
  }

  /** Returns whether a challenge was issued for a purpose and has not ended. It may have been used. */
  isOpen(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== BODY_BYTES + TAG_BYTES) return false;
    const body = bytes.subarray(0, BODY_BYTES);
    if (!sameBytes(bytes.subarray(BODY_BYTES), this.#tagOf(body, purpose))) return false;
    return endOf(body) > this.#clock.now().getTime();
  }

  /** Uses an open challenge up. @returns false when it was used before */
  async use(tx: Tx, challenge: string): Promise<boolean> {
    // Written in its one canonical form: other spellings of the same bytes are no other challenge.
    const bytes = Buffer.from(challenge, 'base64url');
    const row = await tx
      .insertInto('used_challenge')
      .values({ challenge: bytes.toString('base64url'), expires_at: new Date(endOf(bytes)) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('challenge')
      .executeTakeFirst();
    return row !== undefined;
  }

  #tagOf(body: Buffer, purpose: string): Buffer {
    return this.#secrets
      .digest('passkey challenge', purpose, body.toString('base64url'))
      .subarray(0, TAG_BYTES);
  }
}

const endOf = (body: Buffer): number => body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
