import { randomFillSync } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { v5, v7, validate } from 'uuid';

const NAMESPACE = '6f1d5c52-6c0a-4f51-9a53-0b1f6f0b7c11';

const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/** Asking the system for random bytes costs as much for one id as for many. Each byte is handed out once. */
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

/** A fresh, time-ordered UUID: later ones of this process are greater. */
export function newId(): string {
  const random = randomBytes();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Room is left for all that one millisecond can bring.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 2;
  } else {
    sequence += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

/** The same UUID for the same parts, always: the id of a transfer that a fact outside gives rise to. */
export const derivedId = (...parts: readonly string[]): string => v5(JSON.stringify(parts), NAMESPACE);

export const isUuid = (text: string): boolean => validate(text);

// No vowels and no look-alikes: the ids are read out to support and must spell nothing.
const READABLE = '23456789bcdfghjkmnpqrstvwxz';

/** A member id: 12 readable characters, about 57 bits. */
export const newMemberId = customAlphabet(READABLE, 12);

/** The part of a game user name that tells players apart. */
export const newPlayerSuffix = customAlphabet(READABLE, 8);

/** A password for a game account: random, never the login password. */
export const newGamePassword = customAlphabet(`${READABLE}BCDFGHJKMNPQRSTVWXZ`, 12);

/** The reference shown beside a one-time code. */
export const newOtpRef = customAlphabet('BCDFGHJKLMNPQRSTVWXZ', 4);
