import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, daysOf, lastClosed, PERIODS, periodOf } from './bangkok-time.ts';

const instant = fc.date({
  min: new Date('1980-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const kind = fc.constantFrom(...PERIODS);

/** The calendar from the runtime's own time zone data. */
const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Bangkok',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const parts = (at: Date) => Object.fromEntries(calendar.formatToParts(at).map((p) => [p.type, p.value]));

describe('day and week in Bangkok', () => {
  it('agrees with the time zone data on every date', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const { year, month, day } = parts(at);
        expect(dayOf(at)).toBe(`${year}-${month}-${day}`);
      }),
    );
  });

  it('begins each period at midnight, weeks on Monday, and holds the moment', () => {
    fc.assert(
      fc.property(kind, instant, (period, at) => {
        const { from, to } = periodOf(period, at);
        expect(from <= at && at < to).toBe(true);
        for (const edge of [from, to]) {
          expect(parts(edge)).toMatchObject({ hour: '00', minute: '00', second: '00' });
          expect(edge.getMilliseconds()).toBe(0);
          if (period === 'week') expect(parts(edge)['weekday']).toBe('Mon');
        }
        expect(daysOf({ from, to })).toHaveLength(period === 'day' ? 1 : 7);
        expect(daysOf({ from, to })).toContain(dayOf(at));
      }),
    );
  });

  it('leaves no moment between two periods and puts none in both', () => {
    fc.assert(
      fc.property(kind, instant, (period, at) => {
        const { from, to } = periodOf(period, at);
        expect(periodOf(period, to).from).toEqual(to);
        expect(periodOf(period, new Date(to.getTime() - 1))).toEqual({ from, to });
        expect(periodOf(period, new Date(from.getTime() - 1)).to).toEqual(from);
        expect(lastClosed(period, at).to).toEqual(from);
      }),
    );
  });

  it.each([
    ['2026-11-22T16:59:59.999Z', '2026-11-22', '2026-11-16'],
    ['2026-11-22T17:00:00.000Z', '2026-11-23', '2026-11-23'],
    ['2026-12-31T17:00:00.000Z', '2027-01-01', '2026-12-28'],
    ['2028-02-28T20:00:00.000Z', '2028-02-29', '2028-02-28'],
  ])('knows %s as %s, in the week from %s', (at, day, monday) => {
    expect(dayOf(new Date(at))).toBe(day);
    expect(dayOf(periodOf('week', new Date(at)).from)).toBe(monday);
  });
});
