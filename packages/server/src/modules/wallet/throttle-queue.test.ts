import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { ThrottleQueue } from './throttle-queue.ts';

const EVERY_MS = 250;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a queue', () => {
  it('hands over at once after a quiet time, and then everything of the pause together', () => {
    const handed: number[][] = [];
    const queue = new ThrottleQueue<number>(EVERY_MS, (keys) => handed.push([...keys]));
    queue.add([1]);
    queue.add([2, 1]);
    vi.advanceTimersByTime(1);
    expect(handed).toEqual([[1, 2]]);
    queue.add([1]);
    vi.advanceTimersByTime(100);
    queue.add([3]);
    expect(handed).toHaveLength(1);
    vi.advanceTimersByTime(EVERY_MS);
    expect(handed).toEqual([
      [1, 2],
      [1, 3],
    ]);
    vi.advanceTimersByTime(10 * EVERY_MS);
    expect(handed).toHaveLength(2);
  });

  it('hands over nothing any more once it is stopped', () => {
    const handed: number[][] = [];
    const queue = new ThrottleQueue<number>(EVERY_MS, (keys) => handed.push([...keys]));
    queue.add([1]);
    queue.stop();
    queue.add([2]);
    vi.advanceTimersByTime(2 * EVERY_MS);
    expect(handed).toEqual([]);
  });

  it('loses nothing and is never quicker than it may be, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ afterMs: fc.nat(400), key: fc.nat(5) }), { maxLength: 60 }),
        (arrivals) => {
          const handedAtMs: number[] = [];
          const waiting = new Set<number>();
          const queue = new ThrottleQueue<number>(EVERY_MS, (keys) => {
            handedAtMs.push(performance.now());
            expect(new Set(keys)).toEqual(waiting);
            waiting.clear();
          });
          for (const { afterMs, key } of arrivals) {
            vi.advanceTimersByTime(afterMs);
            waiting.add(key);
            queue.add([key]);
          }
          vi.advanceTimersByTime(2 * EVERY_MS);
          expect(waiting.size).toBe(0);
          // Timers count in whole milliseconds.
          for (const [index, atMs] of handedAtMs.entries()) {
            if (index > 0) expect(atMs - (handedAtMs[index - 1] ?? 0)).toBeGreaterThanOrEqual(EVERY_MS - 1);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
