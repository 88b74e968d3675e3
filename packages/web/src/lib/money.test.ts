import { minor, toWire } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatMoney, minorOf, parseTyped } from './money.ts';

describe('parseTyped', () => {
  it.each([
    ['1', 100n],
    ['1,000.50', 100_050n],
    ['.5', 50n],
    ['20.', 2_000n],
    [' 7 ', 700n],
    ['0.01', 1n],
  ])('%o is %s minor units', (text, amountMinor) => {
    expect(parseTyped(text)).toBe(amountMinor);
  });

  it.each(['', '.', '1.234', 'abc', '-5', '1e3', 'NaN', '฿5'])('%o is no amount', (text) => {
    expect(parseTyped(text)).toBeNull();
  });

  it('reads back every amount exactly as it goes over the wire', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), (value) => {
        const wire = toWire(minor(value));
        expect(minorOf(wire)).toBe(value);
        expect(parseTyped(String(wire))).toBe(value);
      }),
    );
  });
});

describe('formatMoney', () => {
  it('has two decimals, separators and the sign of the currency', () => {
    expect(formatMoney(minor(123_456_750n), 'BAHT')).toBe('฿1,234,567.50');
    expect(formatMoney(minor(0n), 'LAK')).toBe('₭0.00');
    expect(formatMoney(minor(-1_005n), 'BAHT')).toBe('-฿10.05');
  });
});

describe('minorOf', () => {
  it('counts what cannot be an amount as zero, and says so in the log', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(minorOf(Number.NaN)).toBe(0n);
    expect(log).toHaveBeenCalledOnce();
  });
});
