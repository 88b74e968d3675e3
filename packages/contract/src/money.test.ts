import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  MAX_MINOR,
  minor,
  parseDecimal,
  toDecimal,
  toMinor,
  toWire,
  type Minor,
} from './money.ts';

/** Every valid amount, with edge cases more often than by chance. */
const amounts: fc.Arbitrary<Minor> = fc
  .oneof(
    fc.bigInt(-MAX_MINOR, MAX_MINOR),
    fc.bigInt(-1_000n, 1_000n),
    fc.bigInt(MAX_MINOR - 1_000n, MAX_MINOR),
  )
  .map(minor);

describe('amounts on the wire', () => {
  it('come back as what they were, each of them, through JSON', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const received = JSON.parse(JSON.stringify(toWire(amount))) as number;
        expect(toMinor(received)).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it('come back also at the edges', () => {
    for (const amount of [0n, 1n, -1n, 99n, 100n, 101n, MAX_MINOR, MAX_MINOR - 1n, -MAX_MINOR])
      expect(toMinor(toWire(minor(amount)))).toBe(amount);
  });

  it.each([
    [0.01, 1n],
    [0.1, 10n],
    [0.29, 29n],
    [1.1, 110n],
    [4.35, 435n],
    [1_004.99, 100_499n],
    [8.2, 820n],
    [-0.07, -7n],
    [99_999_999_999.99, 9_999_999_999_999n],
    [100_000_000_000, MAX_MINOR],
    [0, 0n],
    [-0, 0n],
  ])('are read exactly: %d', (wire, amount) => {
    expect(toMinor(wire)).toBe(amount);
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e21,
    1e308,
    -1e308,
    1e-7,
    5e-324,
    0.001,
    1.005,
    0.1 + 0.2,
    100_000_000_000.01,
    -100_000_000_000.01,
    Number.MAX_SAFE_INTEGER,
  ])('are refused: %d', (wire) => {
    expect(toMinor(wire)).toBeNull();
  });

  it('are refused with more than two decimals, whatever they are', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (wire) => {
        const read = toMinor(wire);
        const [whole = '', fraction = ''] = String(Math.abs(wire)).split('.');
        const isPlain = /^\d+$/.test(whole) && /^\d{0,2}$/.test(fraction) && Math.abs(wire) <= 1e11;
        expect(read !== null).toBe(isPlain);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are never minus nothing', () => {
    expect(Object.is(toWire(minor(0n)), 0)).toBe(true);
    expect(Object.is(toWire(minor(-0n)), 0)).toBe(true);
  });
});

describe('decimal text', () => {
  it('has two decimals, always, and is read back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = toDecimal(amount);
        expect(text).toMatch(/^-?\d+\.\d\d$/);
        expect(parseDecimal(text)).toBe(amount);
      }),
    );
  });

  it.each([
    ['12', 1_200n],
    ['12.5', 1_250n],
    ['12.50', 1_250n],
    ['-0.5', -50n],
    ['-0.00', 0n],
    ['007', 700n],
    ['0', 0n],
  ])('is read: %s', (text, amount) => {
    expect(parseDecimal(text)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    '.5',
    '5.',
    '+5',
    '--5',
    '5,00',
    '1,000.00',
    '1e3',
    '0x10',
    '5.001',
    'NaN',
    'Infinity',
    ' 5',
    '5 ',
    '5\n',
    '๕',
    '1'.repeat(16),
  ])('is refused: "%s"', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe('amounts for people', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [99_999n, '999.99'],
    [100_000n, '1,000.00'],
    [-123_456_789n, '-1,234,567.89'],
    [MAX_MINOR, '100,000,000,000.00'],
  ])('have groups of three: %d', (amount, text) => {
    expect(formatAmount(minor(amount))).toBe(text);
  });

  it('are the decimal text but for the groups', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = formatAmount(amount);
        expect(text.replaceAll(',', '')).toBe(toDecimal(amount));
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/);
      }),
    );
  });
});
