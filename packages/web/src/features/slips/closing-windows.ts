/** Part of each day in Bangkok time: `HH:mm`, from inclusive, to exclusive. */
export interface ClosingWindow {
  from: string;
  to: string;
}

// Bangkok is seven hours ahead of UTC, all year round.
const BANGKOK_OFFSET_MIN = 7 * 60;
const DAY_MIN = 24 * 60;
const MIDNIGHT = '24:00';

/**
 * Returns the time at which slips are accepted again as `HH:mm`; null while they are accepted at `nowMs`.
 * Adjoining windows count as one, over midnight too.
 */
export function closedUntil(windows: readonly ClosingWindow[], nowMs: number): string | null {
  const minute = (Math.floor(nowMs / 60_000) + BANGKOK_OFFSET_MIN) % DAY_MIN;
  let end: string | null = null;
  let at = minute;
  // Each window is passed at most once.
  for (let passed = 0; passed <= windows.length; passed += 1) {
    const open = windows.find(({ from, to }) => minutes(from) <= at && at < minutes(to));
    if (!open) return end;
    end = open.to === MIDNIGHT ? '00:00' : open.to;
    at = minutes(end);
  }
  return end;
}

/** Formats the windows: `03:30–03:40, 22:00–24:00`; empty when there are none. */
export function windowsText(windows: readonly ClosingWindow[]): string {
  return windows.map(({ from, to }) => `${from}–${to}`).join(', ');
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
