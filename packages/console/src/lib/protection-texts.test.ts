import { describe, expect, it } from 'vitest';
import { t } from './i18n.ts';
import { breakLength, changeText, exclusionLength, holdsText } from './protection-texts.ts';

const AT = '2026-11-28T07:00:00.000Z';
const SHOWN = '28/11/2026 14:00:00';

describe('a length', () => {
  it.each([
    [24, '1 day'],
    [72, '3 days'],
    [36, '36 hours'],
  ])('of a break of %s hours is %s', (hours, text) => {
    expect(breakLength(t, hours)).toBe(text);
  });

  it.each([
    [6, '6 months'],
    [12, '1 year'],
    [60, '5 years'],
    ['forever', 'For good'],
  ] as const)('of an exclusion of %s months is %s', (months, text) => {
    expect(exclusionLength(t, months)).toBe(text);
  });
});

describe('how long a stop holds', () => {
  it.each([
    ['ON_BREAK', AT, null, `until ${SHOWN}`],
    ['EXCLUDED', AT, null, `the member can ask for the end from ${SHOWN} on`],
    ['EXCLUDED', AT, AT, `ends ${SHOWN}, as the member asked`],
    ['EXCLUDED', null, null, 'For good'],
  ] as const)('of %s until %s, ending %s, is told as %s', (code, until, endsAt, text) => {
    expect(holdsText(t, { code, until, endsAt })).toBe(text);
  });
});

describe('a change', () => {
  const limit = { kind: 'deposit', period: 'week' } as const;
  it.each([
    [{ what: 'limit', ...limit, from: null, to: 500 }, 'Deposits per week: no limit → ฿500.00'],
    [{ what: 'ask', ...limit, from: 500, to: 900.5 }, 'Deposits per week: ฿500.00 → ฿900.50'],
    [{ what: 'confirm', ...limit, from: 500, to: null }, 'Deposits per week: ฿500.00 → no limit'],
    [{ what: 'break', hours: 72, until: AT }, `3 days, until ${SHOWN}`],
    [
      { what: 'exclusion', months: 6, until: AT },
      `6 months, the member can ask for the end from ${SHOWN} on`,
    ],
    [{ what: 'exclusion', months: 6, until: null }, 'For good'],
    [
      { what: 'exclusion', months: 'forever', until: null, dropped: true },
      'For good · the end that was asked for is dropped',
    ],
    [
      { what: 'limit', ...limit, from: 500, to: 500, dropped: true },
      'Deposits per week: ฿500.00 → ฿500.00 · the raise that waited is dropped',
    ],
    [{ what: 'exclusion', months: 'forever', until: null }, 'For good'],
    [{ what: 'exclusion_end', endsAt: AT }, `ends ${SHOWN}, as the member asked`],
    [{ what: 'reality_check', minutes: 15 }, 'every 15 minutes of play'],
    [{ what: 'review' }, ''],
  ] as const)('%j is told as %s', (change, text) => {
    expect(changeText(t, change, 'BAHT')).toBe(text);
  });
});
