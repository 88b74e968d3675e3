import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareBound, tally } from './draw-statistics.ts';
import { drawSlice, newSeed, seedHash, sliceAt } from './draw.ts';

const ALL = 2n ** 53n;

const weightLists = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 16 })
  .filter((weights) => weights.some((weight) => weight > 0));

/** Returns the first 53-bit number of the slice after that many tickets. */
const firstBehind = (tickets: bigint, total: bigint): bigint => (tickets * ALL + total - 1n) / total;

describe('the mapping of numbers to slices', () => {
  it('gives every slice its exact share of the 2^53 numbers, to within one number', () => {
    fc.assert(
      fc.property(weightLists, (weights) => {
        const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
        let before = 0n;
        for (const [index, weight] of weights.entries()) {
          const first = firstBehind(before, total);
          before += BigInt(weight);
          const next = firstBehind(before, total);
          if (weight === 0) {
            expect(next).toBe(first);
            continue;
          }
          // The slice owns exactly [first, next): its ends are inside and its neighbours are not.
          expect(sliceAt(first, weights)).toBe(index);
          expect(sliceAt(next - 1n, weights)).toBe(index);
          if (first > 0n) expect(sliceAt(first - 1n, weights)).toBeLessThan(index);
          if (next < ALL) expect(sliceAt(next, weights)).toBeGreaterThan(index);
          const share = (next - first) * total - BigInt(weight) * ALL;
          expect(share < total && share > -total).toBe(true);
        }
      }),
    );
  });

  it('never reaches a slice without weight', () => {
    const anyNumber = fc.bigInt({ min: 0n, max: ALL - 1n });
    fc.assert(
      fc.property(weightLists, anyNumber, (weights, number) => {
        expect(weights[sliceAt(number, weights)]).toBeGreaterThan(0);
      }),
    );
  });

  it('refuses a wheel without weights', () => {
    expect(() => sliceAt(0n, [0, 0])).toThrow(/without weights/);
  });
});

describe('a draw', () => {
  const seed = createHash('sha256').update('a seed').digest();
  const weights = [1, 2, 3, 4, 90];

  it('is the same for the same seed, word and number, and another for others', () => {
    const all = Array.from({ length: 50 }, (_, nonce) => drawSlice(seed, 'word', nonce, [1, 1, 1, 1]));
    expect(Array.from({ length: 50 }, (_, nonce) => drawSlice(seed, 'word', nonce, [1, 1, 1, 1]))).toEqual(
      all,
    );
    expect(new Set(all).size).toBe(4);
    expect(
      Array.from({ length: 50 }, (_, nonce) => drawSlice(seed, 'wort', nonce, [1, 1, 1, 1])),
    ).not.toEqual(all);
  });

  it('comes from seeds that never repeat', () => {
    const seeds = new Set(Array.from({ length: 1_000 }, () => newSeed().toString('hex')));
    expect(seeds.size).toBe(1_000);
    expect([...seeds][0]).toMatch(/^[\da-f]{64}$/);
    expect(seedHash(Buffer.alloc(32))).toBe(
      '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    );
  });

  it('follows the weights, over twenty thousand draws', () => {
    // The seeds are fixed: a correct generator must not fail one run in a thousand by chance.
    const seedOf = (nonce: number) => createHash('sha256').update(`fixed ${nonce}`).digest();
    const drawn = tally(20_000, weights, (nonce) => drawSlice(seedOf(nonce), 'word', nonce, weights));
    expect(chiSquare(drawn, weights)).toBeLessThan(chiSquareBound(weights.length - 1));
  });

  it('would be found out if it did not', () => {
    const skewed = (nonce: number) => (nonce % 50 === 0 ? 0 : drawSlice(seed, 'word', nonce, weights));
    const drawn = tally(20_000, weights, skewed);
    expect(chiSquare(drawn, weights)).toBeGreaterThan(chiSquareBound(weights.length - 1));
  });
});

describe('the bound of chi-square', () => {
  // One in a thousand, from tables of the distribution.
  it.each([
    [1, 10.83],
    [4, 18.47],
    [7, 24.32],
    [15, 37.7],
  ])('with %i degrees of freedom is %f or a little off', (freedom, table) => {
    expect(Math.abs(chiSquareBound(freedom) - table)).toBeLessThan(table * 0.035);
  });
});
