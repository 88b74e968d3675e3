import { ID_NAMESPACE } from '@krapao/contract/intent-id';
import { randomFillSync } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { v5, v7, validate } from 'uuid';

const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Returns random bytes from a pool: one system call costs as much for many ids as for one. Each byte is used
 * once.
 */
function randomBytes(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

const LARGEST_SEQUENCE = 2 ** 32 - 1;
/** Changes the sixteenth hexadecimal digit, or one before it. */
const STEP = 2 ** 20;

let lastMs = 0;
let sequence = 0;

/**
 * Returns a new, time-ordered UUID, greater than all earlier ones of this process. They differ in their first sixteen
 * hexadecimal digits, too: a bank's statement has no room for more of a payout's reference.
 */
export function newId(): string {
  const random = randomBytes();
  const nowMs = Date.now();
  const chance = new DataView(random.buffer, random.byteOffset).getUint32(0);
  sequence += STEP + (chance % STEP);
  if (nowMs > lastMs || sequence > LARGEST_SEQUENCE) {
    lastMs = Math.max(nowMs, lastMs + 1);
    // Leaves room to count up within a millisecond.
    sequence = chance >>> 2;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

/** Returns the same UUID for the same parts, such as the id of a transfer that an external event causes. */
export const derivedId = (...parts: readonly string[]): string => v5(JSON.stringify(parts), ID_NAMESPACE);

export const isUuid = (text: string): boolean => validate(text);

// No vowels and no look-alikes: players read the ids out to support, and they must not form words.
const READABLE = '23456789bcdfghjkmnpqrstvwxz';

/** A member id: 12 readable characters, about 57 bits. */
export const newMemberId = customAlphabet(READABLE, 12);

/** The part of a game user name that identifies the player. */
export const newPlayerSuffix = customAlphabet(READABLE, 8);

/** A random password for a game account, independent of the login password. */
export const newGamePassword = customAlphabet(`${READABLE}BCDFGHJKMNPQRSTVWXZ`, 12);

/** The reference shown beside a one-time code. */
export const newOtpRef = customAlphabet('BCDFGHJKLMNPQRSTVWXZ', 4);
