import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bangkokDay, bangkokWeek } from '../../lib/dates.ts';
import { activeBonus, sampleBonus } from '../../testing/sample-bonus.ts';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { activeOf, type Wagering } from './active-bonus-api.ts';
import { toUserInfo } from '../../wallet/wallet-state.ts';
import { fillNotice, isCreditAway, percentDone, standingOf, timeLeft } from './bonus-rules.ts';

const had = (...at: string[]) => ({
  _id: 'u',
  isActive: false,
  received: at.map((updatedAt) => ({ updatedAt })),
});
// Friday 20 November 2026, 12:00 in Bangkok.
const NOW = Date.parse('2026-11-20T05:00:00Z');

describe('the standing of a bonus', () => {
  it('is current while it is active, however often it was received', () => {
    const userBonus = { ...had('2026-11-20T01:00:00Z'), isActive: true };
    expect(standingOf(sampleBonus({ userBonus }), NOW)).toBe('current');
  });

  it('is open when it was never received', () => {
    expect(standingOf(sampleBonus(), NOW)).toBe('open');
  });

  it.each([
    ['limit', 2, ['2020-01-01T00:00:00Z'], 'open'],
    ['limit', 2, ['2020-01-01T00:00:00Z', '2026-11-20T00:00:00Z'], 'received'],
    // The Bangkok day begins at 17:00 UTC of the day before.
    ['day', 1, ['2026-11-19T16:59:59.999Z'], 'open'],
    ['day', 1, ['2026-11-19T17:00:00.000Z'], 'received'],
    ['day', 2, ['2026-11-19T17:00:00.000Z'], 'open'],
    // The week began on Monday the 16th.
    ['week', 1, ['2026-11-15T16:59:59.999Z'], 'open'],
    ['week', 1, ['2026-11-15T17:00:00.000Z'], 'received'],
    ['week', 2, ['2026-11-15T17:00:00.000Z', '2026-11-20T04:00:00Z'], 'received'],
  ] as const)('of type %s, at most %d, received %j, is %s', (type, maxReceived, at, standing) => {
    expect(standingOf(sampleBonus({ type, maxReceived, userBonus: had(...at) }), NOW)).toBe(standing);
  });

  it('of a day or a week opens again with the next one', () => {
    const anyMs = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(anyMs, anyMs, fc.constantFrom('day' as const, 'week' as const), (atMs, nowMs, type) => {
        const periodOf = type === 'day' ? bangkokDay : bangkokWeek;
        const bonus = sampleBonus({ type, userBonus: had(new Date(atMs).toISOString()) });
        expect(standingOf(bonus, nowMs)).toBe(periodOf(atMs) === periodOf(nowMs) ? 'received' : 'open');
      }),
    );
  });
});

describe('the notice', () => {
  it.each([
    ['At {percentFail}, {percentFail}!', 20, 'At 20%, 20%!'],
    ['At {{ percentFail }}', 12.5, 'At 12.5%'],
    ['At {percentFail}', undefined, 'At 0%'],
    ['Nothing to fill', 20, 'Nothing to fill'],
  ])('%s with %s reads %s', (text, percent, filled) => {
    expect(fillNotice(text, percent)).toBe(filled);
  });
});

describe('what is left', () => {
  const HOUR_MS = 3_600_000;
  it.each([
    [49 * HOUR_MS, { unit: 'days', count: 2, hours: 1 }],
    [24 * HOUR_MS, { unit: 'days', count: 1, hours: 0 }],
    [24 * HOUR_MS - 1, { unit: 'hours', count: 23, hours: 0 }],
    [HOUR_MS - 1, { unit: 'minutes', count: 59, hours: 0 }],
    [1, { unit: 'minutes', count: 1, hours: 0 }],
    [0, null],
    [-1, null],
  ])('of %d ms is %j', (leftMs, left) => {
    expect(timeLeft(NOW + leftMs, NOW)).toEqual(left);
  });
});

describe('how much is done', () => {
  const wageringOf = (changes: Parameters<typeof activeBonus>[0]) =>
    activeOf(activeBonus(changes))?.wagering as Wagering;
  it.each([
    [{ turnoverNeeded: 2000, turnoverDone: 0 }, 0],
    [{ turnoverNeeded: 2000, turnoverDone: 500.5 }, 25],
    // One satang short is not 100 %.
    [{ turnoverNeeded: 2000, turnoverDone: 1999.99 }, 99],
    [{ turnoverNeeded: 2000, turnoverDone: 2000, isMet: true }, 100],
    [{ turnoverNeeded: 2000, turnoverDone: 90_000, isMet: true }, 100],
    [{ turnoverNeeded: 0, turnoverDone: 0 }, 100],
  ])('%j is %d%%', (changes, percent) => {
    expect(percentDone(wageringOf(changes))).toBe(percent);
  });
});

describe('credit that is away', () => {
  it.each([
    [0, 0, 0, false],
    [0, 0.99, 0, false],
    [0, 1, 0, true],
    [0, 0, 0.5, true],
    [5, 0, 0, true],
  ])('wallet on its way %d, game %d, game on its way %d: %s', (transit, amount, gameTransit, isAway) => {
    const slots = [sampleSlot({ amount, transit: gameTransit })];
    expect(isCreditAway(toUserInfo(sampleWallet({ wallet: { amount: 9, transit }, slots }), null))).toBe(
      isAway,
    );
  });
});
