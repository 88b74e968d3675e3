/** Bangkok and Vientiane keep UTC+7 all year. */
const OFFSET_MS = 7 * 60 * 60 * 1_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const bangkok = (at: string | number): string => new Date(new Date(at).getTime() + OFFSET_MS).toISOString();

/** Formats `23/11/2026 14:05:10`, in Bangkok. */
export function formatExact(at: string | number): string {
  const iso = bangkok(at);
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Formats `14:05:10`, in Bangkok. */
export const formatClock = (at: string | number): string => bangkok(at).slice(11, 19);

/** Formats `23/11/2026`, in Bangkok. */
export const formatDay = (at: string | number): string => formatExact(at).slice(0, 10);

/** Returns the moment at which a day, such as `2026-11-23`, begins in Bangkok; `dayAfter` for the day after it. */
export function startOfDay(day: string, { dayAfter = false } = {}): string {
  return new Date(Date.parse(day) - OFFSET_MS + (dayAfter ? DAY_MS : 0)).toISOString();
}

/** Returns the day of a moment in Bangkok, such as `2026-11-23`. */
export const dayAt = (atMs: number): string => bangkok(atMs).slice(0, 10);

export type AgeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

/** Returns an age in the largest unit that fits once; never below zero, since clocks differ. */
export function ageOf(at: string, nowMs: number): { unit: AgeUnit; count: number } {
  const ms = Math.max(0, nowMs - new Date(at).getTime());
  if (ms < MINUTE_MS) return { unit: 'seconds', count: Math.floor(ms / SECOND_MS) };
  if (ms < HOUR_MS) return { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) };
  if (ms < 2 * DAY_MS) return { unit: 'hours', count: Math.floor(ms / HOUR_MS) };
  return { unit: 'days', count: Math.floor(ms / DAY_MS) };
}

/** How urgent a waiting item is: after 15 minutes, and after an hour. */
export function urgencyOf(at: string | null, nowMs: number): 'calm' | 'soon' | 'late' {
  if (at === null) return 'calm';
  const ms = nowMs - new Date(at).getTime();
  if (ms >= HOUR_MS) return 'late';
  return ms >= 15 * MINUTE_MS ? 'soon' : 'calm';
}
