/** A daily time window in Bangkok time, from an inclusive minute to an exclusive minute. */
export interface ClosingWindow {
  from: string;
  to: string;
}

// Bangkok is seven hours ahead of UTC, all year round.
const BANGKOK_OFFSET_MIN = 7 * 60;
const DAY_MIN = 24 * 60;

/** Returns whether a moment lies in one of the windows. */
export function isClosed(windows: readonly ClosingWindow[], at: Date): boolean {
  const minute = (Math.floor(at.getTime() / 60_000) + BANGKOK_OFFSET_MIN) % DAY_MIN;
  return windows.some(({ from, to }) => minutes(from) <= minute && minute < minutes(to));
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
