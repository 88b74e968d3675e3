import { describe, expect, it } from 'vitest';
import { barsOf, periodText, placeOf } from './play-rules.ts';

const period = {
  from: '2026-11-01',
  deposits: 100.1,
  withdrawals: 20.2,
  minutes: 65,
  staked: 0.3,
  won: 0.1,
  games: [],
};

describe('a period of play', () => {
  it.each([
    ['day', '01/11/2026'],
    ['month', '11/2026'],
    ['year', '2026'],
  ] as const)('by %s is named as dates are: %s', (by, text) => {
    expect(periodText(period, by)).toBe(text);
  });

  it.each([
    ['result', [-20]],
    ['time', [65]],
    ['money', [2_020, -10_010]],
  ] as const)('has exact bars of its %s', (shown, bars) => {
    expect(barsOf(period, shown)).toEqual(bars);
  });

  it.each([
    ['day', '2026-11-30', '2026-12-02', 2],
    ['month', '2025-11-01', '2026-02-01', 3],
    ['year', '2024-01-01', '2026-01-01', 2],
  ] as const)(
    'by %s has a place as far from another one as the time between them',
    (by, one, other, steps) => {
      expect(placeOf({ from: other }, by) - placeOf({ from: one }, by)).toBe(steps);
    },
  );

  it('has no bar of a result that is not known', () => {
    expect(barsOf({ ...period, staked: null, won: null }, 'result')).toEqual([0]);
  });
});
