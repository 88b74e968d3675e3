import type { Draw, Verification } from '@krapao/contract/verify-draw';
import { isReplaced, type Promised } from './seen-hashes.ts';

/** How one thing stands: as it should be, not so, or not for this device to tell. */
export type Mark = 'good' | 'bad' | 'unknown';

/** `replaced`: all members' seeds were replaced after this device saw the hash. */
export type HashMark = Mark | 'replaced';

export interface Judgement {
  verdict: 'good' | 'bad';
  /** The hash shown before is the one the draw names. */
  hash: HashMark;
  /** The revealed seed has that hash. */
  seed: Mark;
  /** The word mixed in is one this device sent. */
  word: Mark;
  /** The seed and the word lead to the slice that was announced. */
  slice: Mark;
}

/** Judges a recomputed draw by what this device had seen before. What it did not see cannot speak against the draw. */
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

/** How many tickets there are. */
export const totalOf = ({ weights }: Pick<Draw, 'weights'>): number =>
  weights.reduce((sum, { weight }) => sum + weight, 0);

/** The tickets of each slice, numbered from 1, and how likely it was. */
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
