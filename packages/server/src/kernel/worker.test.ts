import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { Worker } from './worker.ts';

const EVERY_MS = 100;
const LONGEST_MS = 5_000;

describe('a worker', () => {
  afterEach(() => void vi.useRealTimers());

  it('goes on after failures, less often with each, and as before once it has worked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const rounds: number[] = [];
    let isBroken = true;
    const round = async () => {
      rounds.push(Date.now());
      if (isBroken) throw new Error('the database is away');
      return false;
    };
    const worker = new Worker({ name: 'test', everyMs: EVERY_MS, round, logger: createLogger('silent') });
    worker.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const pauses = rounds.slice(1).map((at, index) => at - (rounds[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([200, 400, 800, 1_600, 3_200]);
    expect(Math.max(...pauses)).toBe(LONGEST_MS);

    isBroken = false;
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    const before = rounds.length;
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(rounds.length - before).toBe(10);
    await worker.stop();
    await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
    expect(rounds.length - before).toBe(10);
  });
});
