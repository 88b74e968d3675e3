import { readStored, writeStored } from '../../lib/storage.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    spinPromises: 'device';
  }
}

/**
 * Data that this device saw and sent before a draw: the hash that committed the server to its seed, and the
 * words the device mixed in. Without it a player would have to trust the server about its commitment.
 */
export interface Promised {
  seedHash: string;
  /** Time when the hash was first seen, epoch milliseconds. */
  seenAt: number;
  /** All words sent for that draw; more than one when an answer was lost. */
  words: readonly string[];
}

/** Next draw, as the server commits to it. */
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
    const parsed: unknown = JSON.parse(readStored('spinPromises') ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Kept) : {};
  } catch {
    return {};
  }
}

function keep(key: string, promised: Promised): void {
  const others = Object.entries(read()).filter(([other]) => other !== key);
  // The newest are last.
  const kept = [...others, [key, promised] as const].slice(-MOST_KEPT);
  writeStored('spinPromises', JSON.stringify(Object.fromEntries(kept)));
}

/**
 * Returns this device's record of a member's draw with that number; undefined when it did not see the hash
 * before.
 */
export function promisedFor(memberId: string, nonce: number): Promised | undefined {
  const promised = read()[keyOf(memberId, nonce)];
  return typeof promised?.seedHash === 'string' && Array.isArray(promised.words) ? promised : undefined;
}

/**
 * True when all members' seeds were replaced after the hash was seen, as after a restore of the server's
 * database.
 */
export const isReplaced = ({ seenAt }: Promised, seedsReplacedAt: string | undefined): boolean =>
  seedsReplacedAt !== undefined && seenAt < Date.parse(seedsReplacedAt);

/**
 * Keeps the hash of the next draw. The first hash seen stays: another one later would be a broken commitment,
 * unless all members' seeds were replaced in between.
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

/** Records a word that is about to be sent for a draw whose hash has been seen. */
export function noteWord(memberId: string, nonce: number, word: string): void {
  const promised = promisedFor(memberId, nonce);
  if (promised && !promised.words.includes(word))
    keep(keyOf(memberId, nonce), { ...promised, words: [...promised.words, word] });
}
