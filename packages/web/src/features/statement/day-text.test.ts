import { describe, expect, it } from 'vitest';
import { dayText } from './day-text.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

describe('dayText', () => {
  it.each([
    ['th', 'วันศุกร์ที่ 20 พฤศจิกายน'],
    ['la', 'ວັນສຸກ 20 ພະຈິກ'],
    ['en', 'Friday 20 November'],
  ] as const)('reads as people say it (%s)', (locale, text) => {
    expect(dayText('2026-11-19T17:00:00.000Z', NOW, locale)).toBe(text);
    expect(dayText('2026-11-20T16:59:59.000Z', NOW, locale)).toBe(text);
  });

  it.each(['th', 'la', 'en'] as const)('has the Gregorian year when it is another (%s)', (locale) => {
    expect(dayText('2025-12-31T16:59:59.000Z', NOW, locale)).toContain('2025');
    expect(dayText('2025-12-31T17:00:00.000Z', NOW, locale)).not.toMatch(/20\d\d/);
  });

  it('is empty for what is no date', () => {
    expect(dayText('', NOW, 'en')).toBe('');
  });
});
