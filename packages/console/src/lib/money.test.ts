import { describe, expect, it } from 'vitest';
import { changeInPercent, formatMinor, formatMoney, formatPlain, sumByCurrency } from './money.ts';

describe('amounts', () => {
  it.each([
    [1_234.5, 'BAHT', '฿1,234.50'],
    [0, 'LAK', '₭0.00'],
    [-0.1, 'BAHT', '−฿0.10'],
    [42_000_000, 'LAK', '₭42,000,000.00'],
  ] as const)('%d %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it('stand without a sign where the currency is not known', () => {
    expect(formatPlain(1_200)).toBe('1,200.00');
  });

  it('are added up exactly, currencies apart', () => {
    const sums = sumByCurrency([
      { currency: 'BAHT', amount: 0.1 },
      { currency: 'LAK', amount: 5 },
      { currency: 'BAHT', amount: 0.2 },
    ]);
    expect(sums.map(([currency, minor]) => formatMinor(minor, currency))).toEqual(['฿0.30', '₭5.00']);
  });

  it('are refused with more than two decimals', () => {
    expect(() => formatMoney(0.001, 'BAHT')).toThrow(RangeError);
  });
});

describe('a change', () => {
  it.each([
    [110, 100, 10],
    [94, 100, -6],
    [100.5, 100, 0],
    [0, 50, -100],
    [10, 0, undefined],
  ])('from %d against %d is %s percent', (now, before, percent) => {
    expect(changeInPercent(now, before)).toBe(percent);
  });
});
