const FIRST_SPAN_MS = 60 * 60_000;

/** The most rows that are held at a time, unless they were all written within a millisecond. */
export const MOST_ROWS = 5_000;

/** Reads the rows of a stretch of time, `limit` of them at most. */
type ReadStretch<T> = (from: Date, before: Date, limit: number) => Promise<readonly T[]>;

/**
 * Reads a period stretch by stretch, in the order of time, with few rows in memory however many there are. Between two
 * stretches no statement is open, so whoever takes the rows may take their time.
 * @param read is asked again for a shorter stretch where one holds more than {@link MOST_ROWS}
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
