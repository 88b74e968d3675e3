import fc from 'fast-check';
import { toDecimal, minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { readCredit, readExact } from './money.ts';
import { readLocalTime } from './replies.ts';
import { PLAYER_EXISTS, refusedBy, transferRefusedBy } from './texts.ts';
import { cursorAfter, windowOf } from './window.ts';

describe('an amount', () => {
  it.each([
    [100.5, 10_050n, 10_050n],
    ['100.50', 10_050n, 10_050n],
    ['1,234,567.8', 123_456_780n, 123_456_780n],
    [0.1 + 0.2, null, 30n],
    ['12.3400', 1_234n, 1_234n],
    ['12.345', null, 1_234n],
    [-20.25, -2_025n, -2_025n],
    [1e21, null, null],
    ['1e5', null, null],
    ['12,34', null, null],
    ['', null, null],
    [Number.NaN, null, null],
    [null, null, null],
    [undefined, null, null],
    [true, null, null],
    ['999999999999999', null, null],
  ])('%j is %s exactly, and as a credit %s', (value, exact, credit) => {
    expect(readExact(value)).toBe(exact);
    expect(readCredit(value)).toBe(credit);
  });

  it('is read as it was written, as a number and as a text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), (amount) => {
        const text = toDecimal(minor(amount));
        expect(readExact(text)).toBe(amount);
        expect(readExact(Number(text))).toBe(amount);
      }),
    );
  });
});

describe('an error that is only known by its text', () => {
  it.each([
    ['Insufficient balance', INSUFFICIENT_AT_PROVIDER, 'refused'],
    ['Credit not enough', INSUFFICIENT_AT_PROVIDER, 'refused'],
    ['User not found', NO_PLAYER_AT_PROVIDER, 'refused'],
    ['Account does not exist', NO_PLAYER_AT_PROVIDER, 'refused'],
    ['Username already exists', PLAYER_EXISTS, 'unknown'],
    ['TransactionId exists', PLAYER_EXISTS, 'unknown'],
    ['Please try again', 'Please try again', 'unknown'],
    ['', 'refused', 'unknown'],
  ])('%j means %s, and for a transfer %s', (text, reason, outcome) => {
    expect(refusedBy(text)).toEqual({ outcome: 'refused', reason });
    expect(transferRefusedBy(text).outcome).toBe(outcome);
  });
});

describe('a time of a report', () => {
  it.each([
    ['2026-01-02 11:04', '2026-01-02T03:04:00Z'],
    ['2026-01-02T11:04:05.123', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T11:04:05Z', '2026-01-02T11:04:05Z'],
    ['2026-01-02T11:04:05+07:00', '2026-01-02T04:04:05Z'],
    ['02/01/2026', null],
    ['', null],
    [5, null],
    ['2569-01-02 11:04', null],
    ['1926-01-02 11:04', null],
  ])('%j is %s', (text, time) => {
    expect(readLocalTime(text, '+08:00')).toEqual(time === null ? null : new Date(time));
  });
});

describe('a report that is read by time', () => {
  const HOUR = 3_600_000;
  const LIMITS = { firstMs: 24 * HOUR, longestMs: HOUR };
  const NOW = 1_767_323_045_000;

  it('has no gap between its windows, from the first to now', () => {
    let cursor: string | null = null;
    let readTo = NOW - 24 * HOUR;
    for (let round = 0; ; round += 1) {
      expect(round).toBeLessThan(30);
      const window = windowOf(cursor, NOW, LIMITS);
      expect(window.fromMs).toBeLessThanOrEqual(readTo);
      expect(window.toMs - window.fromMs).toBeLessThanOrEqual(HOUR);
      readTo = window.toMs;
      const next = cursorAfter(window, '', NOW);
      cursor = next.cursor;
      if (!next.hasMore) break;
    }
    expect(readTo).toBe(NOW);
    // Late entries are read again.
    expect(windowOf(cursor, NOW + 1_000, LIMITS).fromMs).toBeLessThan(NOW - 5 * 60_000);
  });

  it('goes on within a window by the service’s own place, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (place) => {
        const window = windowOf(null, NOW, LIMITS);
        const { cursor, hasMore } = cursorAfter(window, place, NOW);
        expect(hasMore).toBe(true);
        expect(windowOf(cursor, NOW + 5 * HOUR, LIMITS)).toEqual({ ...window, place });
      }),
    );
  });

  it('begins anew with a cursor that is none', () => {
    expect(windowOf('nonsense', NOW, LIMITS)).toEqual(windowOf(null, NOW, LIMITS));
  });
});
