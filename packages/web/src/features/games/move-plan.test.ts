import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMove } from './move-plan.ts';

describe('planMove', () => {
  it.each([null, 0n, -1n])('moves nothing with %s', (amount) => {
    const amountMinor = amount === null ? null : minor(amount);
    expect(planMove('transfer', amountMinor)).toBe('focus-amount');
    expect(planMove('transfer-and-play', amountMinor)).toBe('play');
  });

  it('moves with any amount above zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (amount) => {
        expect(planMove('transfer', minor(amount))).toBe('move');
        expect(planMove('transfer-and-play', minor(amount))).toBe('move-and-play');
      }),
    );
  });
});
