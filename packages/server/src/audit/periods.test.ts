import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inStretches, MOST_ROWS } from './periods.ts';

const DAY_MS = 24 * 60 * 60_000;

it('reads every row of a period once, in order, and never many at a time', async () => {
  const burst = fc.record({
    at: fc.integer({ min: 0, max: DAY_MS }),
    rows: fc.integer({ min: 1, max: 12_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { maxLength: 6 }), async (bursts) => {
      // One row per millisecond, from the start of each burst.
      const rows = bursts
        .flatMap(({ at, rows: count }) => Array.from({ length: count }, (_, n) => at + n))
        .sort((a, b) => a - b);
      const before = 3 * DAY_MS;
      const read: number[] = [];
      const stretches = inStretches(new Date(0), new Date(before), async (from, end, limit) =>
        rows.filter((at) => at >= from.getTime() && at < end.getTime()).slice(0, limit),
      );
      for await (const stretch of stretches) {
        expect(stretch.length).toBeLessThanOrEqual(MOST_ROWS);
        read.push(...stretch);
      }
      expect(read).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

it('reads what was written within one millisecond at once', async () => {
  const rows = Array.from({ length: MOST_ROWS * 2 }, () => 5);
  const read: number[] = [];
  for await (const stretch of inStretches(new Date(0), new Date(1_000), async (from, end, limit) =>
    rows.filter((at) => at >= from.getTime() && at < end.getTime()).slice(0, limit),
  ))
    read.push(...stretch);
  expect(read).toHaveLength(rows.length);
});
