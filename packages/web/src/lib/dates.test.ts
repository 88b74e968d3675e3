import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bangkokDay,
  bangkokWeek,
  formatCountdown,
  formatDateTime,
  formatRelative,
  toEpochMs,
} from './dates.ts';

const NOON_BANGKOK = Date.parse('2026-11-20T05:00:00Z');

describe('toEpochMs', () => {
  it('reads milliseconds, seconds, their texts, and ISO alike', () => {
    for (const input of [
      NOON_BANGKOK,
      NOON_BANGKOK / 1000,
      String(NOON_BANGKOK),
      '2026-11-20T05:00:00.000Z',
    ]) {
      expect(toEpochMs(input)).toBe(NOON_BANGKOK);
    }
  });

  it.each([null, undefined, '', 'yesterday'])('has nothing to say of %o', (input) => {
    expect(toEpochMs(input)).toBeUndefined();
  });
});

describe('formatDateTime', () => {
  it('shows Bangkok time and the Gregorian year, whatever the zone of the device', () => {
    expect(formatDateTime('2026-12-31T17:30:05Z')).toBe('01/01/2027 00:30:05');
  });

  it('is empty for what is no date', () => {
    expect(formatDateTime('soon')).toBe('');
  });
});

describe('formatCountdown', () => {
  it.each([
    [0, '00:00'],
    [-5_000, '00:00'],
    [1, '00:01'],
    [61_000, '01:01'],
    [600_000, '10:00'],
    [6_000_000, '100:00'],
  ])('%i ms is %s', (remainingMs, text) => {
    expect(formatCountdown(remainingMs)).toBe(text);
  });
});

describe('formatRelative', () => {
  const ago = (seconds: number) => formatRelative(NOON_BANGKOK - seconds * 1000, NOON_BANGKOK, 'en');

  it.each([
    [1, '1 second ago'],
    [59.9, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_400, '1 day ago'],
    [2_591_999, '29 days ago'],
    [2_592_000, '1 month ago'],
    [31_535_999, '12 months ago'],
    [31_536_000, '1 year ago'],
  ])('%f s ago reads %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('is "just now" under a second and in the future', () => {
    expect(ago(0.9)).toBeNull();
    expect(ago(-3_600)).toBeNull();
  });

  it.each(['th', 'lo', 'en'])('says in %s what Intl would, without waiting for it', (tag) => {
    const units = { second: 1, minute: 60, hour: 3_600, day: 86_400, month: 2_592_000, year: 31_536_000 };
    for (const [unit, seconds] of Object.entries(units)) {
      for (const count of [1, 3]) {
        expect(formatRelative(NOON_BANGKOK - count * seconds * 1000, NOON_BANGKOK, tag)).toBe(
          new Intl.RelativeTimeFormat(tag).format(-count, unit as Intl.RelativeTimeFormatUnit),
        );
      }
    }
  });

  it('never goes up a rung before that unit fits once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000_000 }), (seconds) => {
        const text = ago(seconds) ?? '';
        expect(Number.parseInt(text, 10)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('days and weeks of Bangkok', () => {
  it('begin at midnight there, and weeks on Monday', () => {
    const midnight = Date.parse('2026-11-15T17:00:00Z');
    expect(bangkokDay(midnight) - bangkokDay(midnight - 1)).toBe(1);
    expect(bangkokWeek(midnight) - bangkokWeek(midnight - 1)).toBe(1);
    expect(bangkokWeek(Date.parse('2026-11-22T16:59:59.999Z'))).toBe(bangkokWeek(midnight));
    expect(bangkokWeek(Date.parse('2026-11-22T17:00:00Z'))).toBe(bangkokWeek(midnight) + 1);
  });

  it('are seven to the week', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_000_000_000_000 }), (atMs) => {
        const monday = bangkokWeek(atMs) * 7 - 3;
        expect(bangkokDay(atMs) - monday).toBeGreaterThanOrEqual(0);
        expect(bangkokDay(atMs) - monday).toBeLessThan(7);
      }),
    );
  });
});
