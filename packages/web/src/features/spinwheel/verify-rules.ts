import type { Draw, Verification } from '@krapao/contract/verify-draw';
import { isReplaced, type Promised } from './seen-hashes.ts';

/** Result of one check: passed, failed, or not known to this device. */
export type Mark = 'good' | 'bad' | 'unknown';

/** `replaced`: all members' seeds were replaced after this device saw the hash. */
export type HashMark = Mark | 'replaced';

export interface Judgement {
  verdict: 'good' | 'bad';
  /** The hash shown before the draw is the one that the draw names. */
  hash: HashMark;
  /** The revealed seed has that hash. */
  seed: Mark;
  /** The word mixed in was sent by this device. */
  word: Mark;
  /** The seed and the word lead to the announced slice. */
  slice: Mark;
}

/** Judges a recomputed draw by this device's records. Missing records do not count against the draw. */
export function judge(
  drawn: Draw,
  { seedHash, isSliceRight }: Verification,
  promised: Promised | undefined,
): Judgement {
  const mark = (isRight: boolean): Mark => (isRight ? 'good' : 'bad');
  const hash = hashMark(drawn, promised);
  const hasSentWords = promised !== undefined && promised.words.length > 0;
  const word = hasSentWords ? mark(promised.words.includes(drawn.clientSeed)) : 'unknown';
  const seed = mark(seedHash === drawn.seedHash);
  const slice = mark(isSliceRight);
  const isBad = [hash, seed, word, slice].includes('bad');
  return { verdict: isBad ? 'bad' : 'good', hash, seed, word, slice };
}

function hashMark({ seedHash, seedsReplacedAt }: Draw, promised: Promised | undefined): HashMark {
  if (!promised) return 'unknown';
  if (promised.seedHash === seedHash) return 'good';
  return isReplaced(promised, seedsReplacedAt) ? 'replaced' : 'bad';
}

/** Returns the number of tickets. */
export const totalOf = ({ weights }: Pick<Draw, 'weights'>): number =>
  weights.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the tickets of each slice, numbered from 1, and its chance. */
export function shares({
  weights,
}: Pick<Draw, 'weights'>): { code: string; label: string; range: string; chance: string }[] {
  const total = totalOf({ weights });
  return weights.map(({ code, label, weight }, index) => {
    const before = totalOf({ weights: weights.slice(0, index) });
    return {
      code,
      label,
      range: weight === 0 ? '–' : `${before + 1}–${before + weight}`,
      chance: `${((weight / total) * 100).toFixed(1)}%`,
    };
  });
}
