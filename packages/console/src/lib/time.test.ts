import { describe, expect, it } from 'vitest';
import { ageOf, formatClock, formatExact, urgencyOf } from './time.ts';

const AT = '2026-11-23T18:30:05.000Z';
const at = (ms: number): number => new Date(AT).getTime() + ms;
const MINUTE_MS = 60_000;

describe('a time', () => {
  it('is shown in Bangkok, where the day may be another', () => {
    expect(formatExact(AT)).toBe('24/11/2026 01:30:05');
    expect(formatClock(AT)).toBe('01:30:05');
  });

  it.each([
    [-5_000, 'seconds', 0],
    [59_999, 'seconds', 59],
    [MINUTE_MS, 'minutes', 1],
    [59 * MINUTE_MS, 'minutes', 59],
    [47 * 60 * MINUTE_MS, 'hours', 47],
    [48 * 60 * MINUTE_MS, 'days', 2],
  ])('%d ms ago is so many %s: %d', (ms, unit, count) => {
    expect(ageOf(AT, at(ms))).toEqual({ unit, count });
  });
});

describe('what waits', () => {
  it.each([
    [14, 'calm'],
    [15, 'soon'],
    [60, 'late'],
  ])('for %d minutes is %s', (minutes, urgency) => {
    expect(urgencyOf(AT, at(minutes * MINUTE_MS))).toBe(urgency);
  });

  it('is calm when nothing waits', () => {
    expect(urgencyOf(null, at(0))).toBe('calm');
  });
});
