import { HOUR_MS } from '../kernel/durations.ts';

const FIRST_SPAN_MS = HOUR_MS;

/** Most rows in memory, unless more were written within one millisecond. */
export const MOST_ROWS = 5_000;

/** Reads the rows of a stretch of time, at most `limit` of them. */
type ReadStretch<T> = (from: Date, before: Date, limit: number) => Promise<readonly T[]>;

/**
 * Reads a period in stretches, in order of time, with few rows in memory. No statement is open between
 * stretches, so the consumer may be slow.
 * @param read is called again with a shorter stretch if one has more than {@link MOST_ROWS} rows
 */
export async function* inStretches<T>(
  from: Date,
  before: Date,
  read: ReadStretch<T>,
): AsyncGenerator<readonly T[]> {
  let spanMs = FIRST_SPAN_MS;
  let atMs = from.getTime();
  while (atMs < before.getTime()) {
    const endMs = Math.min(atMs + spanMs, before.getTime());
    const isShortest = endMs - atMs <= 1;
    const limit = isShortest ? Number.MAX_SAFE_INTEGER : MOST_ROWS + 1;
    const rows = await read(new Date(atMs), new Date(endMs), limit);
    if (rows.length > MOST_ROWS && !isShortest) {
      spanMs = Math.max(1, Math.floor((endMs - atMs) / 4));
      continue;
    }
    if (rows.length > 0) yield rows;
    if (rows.length < MOST_ROWS / 4) spanMs *= 2;
    atMs = endMs;
  }
}
