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

let lastMs = 0;
let sequence = 0;

/** Returns a new, time-ordered UUID, greater than all earlier ones of this process. */
export function newId(): string {
  const random = randomBytes();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Leaves room to count up within a millisecond.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 2;
  } else {
    sequence += 1;
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
