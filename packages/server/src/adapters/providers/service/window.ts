/**
 * The cursor of a report that is read by time: a window, and the place within it. Entries may reach the report late,
 * so windows overlap, and entries come again: each counts once by its reference.
 */

/** How much of the report is read again. */
const OVERLAP_MS = 10 * 60_000;

export interface ReportWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** The service's own place within the window; empty at its beginning. */
  readonly place: string;
}

export interface WindowLimits {
  /** How far back a report begins. */
  readonly firstMs: number;
  /** The longest window that the service answers. */
  readonly longestMs: number;
}

const CURSOR = /^(\d{1,15})(?:-(\d{1,15})~(.*))?$/s;

/** Returns the window to read next. A cursor that is not one begins anew. */
export function windowOf(cursor: string | null, nowMs: number, limits: WindowLimits): ReportWindow {
  const [, from, to, place] = CURSOR.exec(cursor ?? '') ?? [];
  const fromMs = from === undefined ? nowMs - limits.firstMs : Number(from);
  if (to !== undefined && place) return { fromMs, toMs: Number(to), place };
  return { fromMs, toMs: Math.min(nowMs, fromMs + limits.longestMs), place: '' };
}

/**
 * Returns the cursor after a page. @param place where the window goes on; empty when it is read to its end
 */
export function cursorAfter(
  { fromMs, toMs }: ReportWindow,
  place: string,
  nowMs: number,
): { cursor: string; hasMore: boolean } {
  if (place) return { cursor: `${fromMs}-${toMs}~${place}`, hasMore: true };
  const isCurrent = toMs >= nowMs;
  return { cursor: String(isCurrent ? Math.max(fromMs, toMs - OVERLAP_MS) : toMs), hasMore: !isCurrent };
}
