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

  it('runs one round when it is asked to, waits for extra work, and tells whether there may be more', async () => {
    const ends: (() => void)[] = [];
    const answers = [true, false, new Error('the database is away'), false];
    const round = async () => {
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const worker = new Worker({ name: 'test', everyMs: EVERY_MS, round, logger: createLogger('silent') });
    expect([await worker.round(), await worker.round(), await worker.round()]).toEqual([true, false, false]);

    let isOver = false;
    worker.run(() => new Promise((resolve) => ends.push(resolve)));
    const asked = worker.round().then((hasMore) => {
      isOver = true;
      return hasMore;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    ends[0]?.();
    expect(await asked).toBe(true);
  });
});
