import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';

/**
 * What this device saw and sent before a draw: the hash that bound the server to its seed, and the words the device
 * mixed in. Without it a player would have to take the server's word for what it had promised.
 */
export interface Promised {
  seedHash: string;
  /** When it was first seen, epoch milliseconds. */
  seenAt: number;
  /** Every word sent for that draw; more than one when an answer was lost. */
  words: readonly string[];
}

/** The next draw, as the server promises it. */
export interface NextDraw {
  nonce: number;
  seedHash: string;
  seedsReplacedAt?: string | undefined;
}

const MOST_KEPT = 100;

type Kept = Readonly<Record<string, Promised>>;

const keyOf = (memberId: string, nonce: number) => `${memberId}:${nonce}`;

function read(): Kept {
  try {
    const parsed: unknown = JSON.parse(readStored(STORAGE_KEYS.spinPromises) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Kept) : {};
  } catch {
    return {};
  }
}

function keep(key: string, promised: Promised): void {
  const others = Object.entries(read()).filter(([other]) => other !== key);
  // The newest are at the end.
  const kept = [...others, [key, promised] as const].slice(-MOST_KEPT);
  writeStored(STORAGE_KEYS.spinPromises, JSON.stringify(Object.fromEntries(kept)));
}

/** What this device knows of a member's draw with that number; undefined when it has not seen it coming. */
export function promisedFor(memberId: string, nonce: number): Promised | undefined {
  const promised = read()[keyOf(memberId, nonce)];
  return typeof promised?.seedHash === 'string' && Array.isArray(promised.words) ? promised : undefined;
}

/** Whether all members' seeds were replaced after the hash was seen, as a server does whose books were restored. */
export const isReplaced = ({ seenAt }: Promised, seedsReplacedAt: string | undefined): boolean =>
  seedsReplacedAt !== undefined && seenAt < Date.parse(seedsReplacedAt);

/**
 * Keeps the hash of the next draw. The first one seen stands: another one later would be a broken promise, unless all
 * members' seeds were replaced in between.
 */
export function noteHash(
  memberId: string,
  { nonce, seedHash, seedsReplacedAt }: NextDraw,
  nowMs: number,
): void {
  const promised = promisedFor(memberId, nonce);
  if (promised && !isReplaced(promised, seedsReplacedAt)) return;
  keep(keyOf(memberId, nonce), { seedHash, seenAt: nowMs, words: [] });
}

/** Keeps a word that is about to be sent for a draw whose hash has been seen. */
export function noteWord(memberId: string, nonce: number, word: string): void {
  const promised = promisedFor(memberId, nonce);
  if (promised && !promised.words.includes(word))
    keep(keyOf(memberId, nonce), { ...promised, words: [...promised.words, word] });
}
