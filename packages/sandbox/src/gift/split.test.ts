import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitEvenly, splitRandomly } from './split.ts';

/** An amount with at least one coin for each person, and the number of people. */
const envelope = fc
  .integer({ min: 1, max: 100 })
  .chain((people) =>
    fc.tuple(fc.bigInt({ min: BigInt(people), max: 10n ** 13n }).map(minor), fc.constant(people)),
  );
const sum = (shares: readonly bigint[]): bigint => shares.reduce((total, share) => total + share, 0n);

describe('an envelope', () => {
  it('split by chance sums exactly, and nobody gets nothing', () => {
    fc.assert(
      fc.property(
        envelope,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (of, chances) => {
          const [amount, people] = of;
          const dice = (sides: number): number => Math.floor((chances.next().value ?? 0) * sides);
          const shares = splitRandomly(amount, people, dice);
          expect(shares).toHaveLength(people);
          expect(sum(shares)).toBe(amount);
          expect(shares.every((share) => share >= 1n)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['always the least', () => 0],
    ['always the most', (sides: number) => sides - 1],
  ])('split by dice that give %s sums exactly', (_what, dice) => {
    for (const amount of [3n, 4n, 10n, 1001n]) {
      const shares = splitRandomly(minor(amount), 3, dice);
      expect([sum(shares), shares.every((share) => share >= 1n)]).toEqual([amount, true]);
    }
  });

  it('split evenly sums exactly, and shares differ by one coin at most', () => {
    fc.assert(
      fc.property(envelope, ([amount, people]) => {
        const shares = splitEvenly(amount, people);
        expect(shares).toHaveLength(people);
        expect(sum(shares)).toBe(amount);
        expect((shares[0] ?? 0n) - (shares.at(-1) ?? 0n)).toBeLessThanOrEqual(1n);
      }),
    );
  });
});
