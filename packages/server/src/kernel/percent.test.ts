import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from './percent.ts';

describe('a share', () => {
  it.each([
    [10_000n, 10, 1_000n],
    [10_000n, 0.07, 7n],
    [999n, 10, 99n],
    [1n, 99.99, 0n],
    [10_000n, 0.29, 29n],
    [10_000n, 250, 25_000n],
  ])('of %s at %s percent is %s', (amount, percent, share) => {
    expect(shareOf(minor(amount), percent)).toBe(share);
  });

  it('is never more than the percentage, and less by under one minor unit', () => {
    const hundredths = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 13n), hundredths, (amount, percent) => {
        const left = amount * BigInt(percent) - shareOf(minor(amount), percent / 100) * 10_000n;
        expect(left >= 0n && left < 10_000n).toBe(true);
      }),
    );
  });
});
