import { formatAmount, minor, parseDecimal, ZERO } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTyped } from '../lib/money.ts';
import {
  addToAmount,
  amountText,
  amountTextOf,
  editAmount,
  groupAmountText,
  stepsTowards,
} from './amount-text.ts';

const amounts = fc.bigInt({ min: 0n, max: 9_999_999_999_999n }).map(minor);

describe('amount text', () => {
  it.each([
    ['1,234.56', '1234.56'],
    ['007', '7'],
    ['0.5', '0.5'],
    ['12.', '12.'],
    ['๑,๐๐๐', '1000'],
    // An invalid text is kept unchanged, so that it is not mistaken for another amount.
    ['1,234.567', '1,234.567'],
    ['1.2.3', '1.2.3'],
    ['-12a', '-12a'],
    [`12${' '.repeat(50)}x`, `12${' '.repeat(37)}…`],
  ])('%s is kept as %s', (typed, kept) => {
    expect(amountTextOf(typed)).toBe(kept);
  });

  it('is an amount or refused, whatever is typed, and reading it again changes nothing', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...Array.from('019๑໑,.- e')) }));
    fc.assert(
      fc.property(typed, (text) => {
        const kept = amountTextOf(text);
        expect(amountTextOf(kept)).toBe(kept);
        const amount = parseTyped(kept);
        expect(amount).toBe(parseTyped(text));
        expect(amount === null || /^\d*(\.\d{0,2})?$/.test(kept)).toBe(true);
      }),
    );
  });

  it('loses nothing by being shown: what is grouped reads as what was meant', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const shown = groupAmountText(amountText(amount));
        expect(shown).toBe(formatAmount(amount).replace(/\.00$/, ''));
        expect(parseTyped(shown)).toBe(amount);
        expect(amountTextOf(shown)).toBe(amountText(amount));
      }),
    );
  });
});

describe('typing an amount', () => {
  /** Presses keys as a browser would, on the shown text. */
  function type(keys: readonly string[], start: { plain: string; caret: number }) {
    let { plain, caret } = start;
    for (const key of keys) {
      const shown = groupAmountText(plain);
      const isBack = key === 'Backspace';
      const isForward = key === 'Delete';
      if ((isBack && caret === 0) || (isForward && caret === shown.length)) continue;
      const [head, tail] = isBack
        ? [shown.slice(0, caret - 1), shown.slice(caret)]
        : isForward
          ? [shown.slice(0, caret), shown.slice(caret + 1)]
          : [shown.slice(0, caret) + key, shown.slice(caret)];
      const from = isBack || isForward ? head.length : caret;
      ({ plain, caret } = editAmount(plain, { shown: head + tail, caret: head.length, from, isForward }));
    }
    return { plain, caret, shown: groupAmountText(plain) };
  }

  it.each([
    [['1', '2', '3', '4'], '', 0, '1,234', 5],
    [['Backspace'], '1234', 5, '123', 3],
    // Behind the comma: the digit before it is deleted, not only the comma.
    [['Backspace'], '1234', 2, '234', 0],
    // Before the comma: the digit after it is deleted.
    [['Delete'], '1234', 1, '134', 1],
    [['9'], '1234', 1, '19,234', 2],
    [['.', '5'], '1000', 5, '1,000.5', 7],
    // Invalid characters stay visible, and a backspace deletes them.
    [['.', '.'], '12', 2, '12..', 4],
    [['5'], '1.25', 4, '1.255', 5],
    [['x'], '1234', 1, '1x234', 2],
    [['x', '5', 'Backspace', 'Backspace', '5'], '1234', 5, '12,345', 6],
    // A typed comma is the player's own until three digits follow it.
    [['1', ','], '', 0, '1,', 2],
    [['1', ',', '5', '0'], '', 0, '1,50', 4],
    [['1', ',', '5', '0', '0', '0'], '', 0, '15,000', 6],
    // The same holds for points: two of them cannot be decimal points.
    [Array.from('5.000.000'), '', 0, '5,000,000', 9],
    [Array.from('5.000.0000'), '', 0, '50,000,000', 10],
    [['5', 'Backspace'], '1234', 5, '1,234', 5],
  ] as const)('%j into %s at %d shows %s', (keys, plain, caret, shown, at) => {
    expect(type(keys, { plain, caret })).toMatchObject({ shown, caret: at });
  });

  it('at the end continues what is shown, whatever is typed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Array.from('0123456789.'))), (keys) => {
        const { plain, caret, shown } = type(keys, { plain: '', caret: 0 });
        // Each key continues the text as it is shown: `5.000.000` is 5,000,000 by then, and one more zero makes 50,000,000.
        expect(plain).toBe(keys.reduce((text, key) => amountTextOf(text + key), ''));
        expect(caret).toBe(shown.length);
      }),
    );
  });

  it('anywhere never leaves the text, and a key and its backspace undo each other', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 9_999_999_999n }),
        fc.nat(20),
        fc.constantFrom(...Array.from('123456789')),
        (whole, place, digit) => {
          const plain = String(whole);
          const start = { plain, caret: Math.min(place, groupAmountText(plain).length) };
          const there = type([digit], start);
          expect(there.shown[there.caret - 1]).toBe(digit);
          const back = type(['Backspace'], there);
          expect(back.plain).toBe(plain);
          expect(back.caret).toBeGreaterThanOrEqual(0);
          expect(back.caret).toBeLessThanOrEqual(back.shown.length);
        },
      ),
    );
  });
});

describe('presses', () => {
  it('add exactly, up to the most', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (before, step, most) => {
        const sum = before + step;
        const after = parseDecimal(addToAmount(amountText(before), step, most));
        expect(after).toBe(sum > most ? most : sum);
        expect(parseDecimal(addToAmount(amountText(before), step, undefined))).toBe(sum);
      }),
    );
    expect(addToAmount('', minor(10_000n), undefined)).toBe('100');
    expect(addToAmount('12.', minor(10_000n), undefined)).toBe('112');
    expect(addToAmount('.5', minor(10_000n), undefined)).toBe('100.50');
  });

  it.each([
    // Always the same number: steps without effect are disabled and keep their place.
    [ZERO, 'BAHT', [100, 500, 1_000]],
    [minor(600_00n), 'BAHT', [100, 500, 1_000]],
    [minor(5_000_00n), 'BAHT', [100, 500, 1_000]],
    [minor(50_000_00n), 'BAHT', [1_000, 5_000, 10_000]],
    [minor(60_000_00n), 'LAK', [10_000, 50_000, 100_000]],
  ] as const)('are three, larger towards much: %s %s', (most, currency, steps) => {
    expect(stepsTowards(most, currency)).toEqual(steps);
  });
});
