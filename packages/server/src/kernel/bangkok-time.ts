import { DAY_MS, HOUR_MS } from './durations.ts';

/**
 * Days and weeks of the operator's rules: in Asia/Bangkok, weeks from Monday. Bangkok has kept UTC+7 without
 * summer time since 1920, so a fixed shift is exact.
 */

const SHIFT_MS = 7 * HOUR_MS;
const DAYS_A_WEEK = 7;
/** 1 January 1970 was a Thursday. */
const DAYS_FROM_MONDAY_TO_EPOCH = 3;

export const PERIODS = ['day', 'week'] as const;
export type PeriodKind = (typeof PERIODS)[number];

/** `from` is inclusive, `to` is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** Returns the time on a clock in Bangkok, such as `2026-11-20T17:04:05.000Z`. */
export const inBangkok = (at: Date): string => new Date(at.getTime() + SHIFT_MS).toISOString();

/** Returns the date in Bangkok, such as `2026-11-20`. */
export const dayOf = (at: Date): string => inBangkok(at).slice(0, 10);

/** Returns the first moment of a date in Bangkok, such as of `2026-11-20`. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+07:00`);

/** Returns the day or week that contains a moment. */
export function periodOf(kind: PeriodKind, at: Date): Period {
  const day = Math.floor((at.getTime() + SHIFT_MS) / DAY_MS);
  const weekday = (((day + DAYS_FROM_MONDAY_TO_EPOCH) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const [first, days] = kind === 'day' ? [day, 1] : [day - weekday, DAYS_A_WEEK];
  return { from: dayStart(first), to: dayStart(first + days) };
}

/** Returns the last completed day or week. */
export const lastClosed = (kind: PeriodKind, now: Date): Period =>
  periodOf(kind, new Date(periodOf(kind, now).from.getTime() - 1));

/** Returns every date of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const count = (to.getTime() - from.getTime()) / DAY_MS;
  return Array.from({ length: count }, (_, index) => dayOf(new Date(from.getTime() + index * DAY_MS)));
}

/** Returns the same time of day a number of months later; the last day of a month that has no such day. */
export function addMonths(at: Date, months: number): Date {
  const from = new Date(at.getTime() + SHIFT_MS);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
  return new Date(day + (from.getTime() % DAY_MS) - SHIFT_MS);
}

const dayStart = (day: number): Date => new Date(day * DAY_MS - SHIFT_MS);
