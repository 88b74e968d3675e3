import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaneWorker } from './lane-worker.ts';
import { createLogger } from './logger.ts';

/** Due work in memory; each piece runs until the test ends it. */
class Queue {
  readonly due: string[] = [];
  readonly underWay: { lane: string; end: (error?: Error) => void }[] = [];
  mostAtOnce = 0;

  readonly dueLanes = async () => [...new Set(this.due)];

  readonly take = async (rooms: readonly { lane: string; room: number }[]) =>
    rooms.flatMap(({ lane, room }) => {
      const taken = this.due.filter((one) => one === lane).slice(0, room);
      for (const one of taken) this.due.splice(this.due.indexOf(one), 1);
      return taken.map(() => ({ lane, run: () => this.#run(lane) }));
    });

  count(lane: string): number {
    return this.underWay.filter((piece) => piece.lane === lane).length;
  }

  #run(lane: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const piece = {
        lane,
        end: (error?: Error) => {
          this.underWay.splice(this.underWay.indexOf(piece), 1);
          if (error) reject(error);
          else resolve();
        },
      };
      this.underWay.push(piece);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay.length);
    });
  }
}

describe('work in lanes', () => {
  const queue = new Queue();
  let worker: LaneWorker | undefined;

  /** Lets everything happen that needs no time to pass. */
  const quiet = () => vi.advanceTimersByTimeAsync(0);

  const start = async (due: string[], { perLane = 3, inTotal = 5, isStarted = true } = {}) => {
    queue.due.splice(0, queue.due.length, ...due);
    worker = new LaneWorker({
      name: 'test',
      // Long enough that only a free slot or a call to wake triggers the next look.
      everyMs: 600_000,
      perLane,
      inTotal,
      dueLanes: queue.dueLanes,
      take: queue.take,
      logger: createLogger('silent'),
    });
    if (isStarted) worker.start();
    await quiet();
    return worker;
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    queue.due.length = 0;
    const stopped = worker?.stop();
    while (queue.underWay[0]) queue.underWay[0].end();
    await stopped;
    expect(queue.underWay).toEqual([]);
    queue.mostAtOnce = 0;
    vi.useRealTimers();
  });

  it('is bounded in each lane, and fills a slot as soon as it is free', async () => {
    await start(Array.from({ length: 7 }, () => 'bank'));
    expect(queue.count('bank')).toBe(3);
    queue.underWay[1]?.end();
    await quiet();
    expect(queue.due).toHaveLength(3);
    expect(queue.count('bank')).toBe(3);
  });

  it('goes on in one lane while another does not answer', async () => {
    await start([...Array.from({ length: 50 }, () => 'bank'), 'game', 'game', 'game']);
    expect(queue.count('game')).toBeGreaterThan(0);
    for (let settled = 0; settled < 3; settled += 1) {
      expect(queue.count('game')).toBeGreaterThan(0);
      queue.underWay.find(({ lane }) => lane === 'game')?.end();
      await quiet();
    }
    expect(queue.due).toEqual(Array.from({ length: 47 }, () => 'bank'));
    expect(queue.count('bank')).toBe(3);
  });

  it('is bounded in total, but for one piece of every lane', async () => {
    await start(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e', 'f', 'f', 'g', 'g']);
    expect(new Set(queue.underWay.map(({ lane }) => lane)).size).toBe(7);
    expect(queue.mostAtOnce).toBeLessThanOrEqual(5 + 6);
  });

  it('does nothing by itself before it is started: what it is woken for is done by a round that is asked for', async () => {
    const lanes = await start(['bank'], { isStarted: false });
    lanes.wake();
    await quiet();
    expect(queue.due).toEqual(['bank']);
    const asked = lanes.round();
    await quiet();
    expect(queue.count('bank')).toBe(1);
    queue.due.push('game');
    lanes.wake();
    queue.underWay[0]?.end();
    await quiet();
    expect(queue.count('game')).toBe(1);
    queue.underWay[0]?.end();
    expect([await asked, await lanes.round()]).toEqual([true, false]);
  });

  it('takes what has become due since when it is told to', async () => {
    const lanes = await start([]);
    expect(await queue.dueLanes()).toEqual([]);
    queue.due.push('bank');
    lanes.wake();
    await quiet();
    expect(queue.count('bank')).toBe(1);
  });

  it('takes what becomes due at any moment of a look', async () => {
    const lanes = await start([]);
    for (let turns = 0; turns <= 20; turns += 1) {
      lanes.wake();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      queue.due.push('bank');
      lanes.wake();
      await quiet();
      expect([turns, queue.due, queue.count('bank')]).toEqual([turns, [], 1]);
      queue.underWay[0]?.end();
      await quiet();
    }
  });

  it('is not ended by a piece that fails', async () => {
    await start(['bank', 'bank'], { perLane: 1 });
    expect(queue.count('bank')).toBe(1);
    queue.underWay[0]?.end(new Error('no such thing'));
    await quiet();
    expect(queue.due).toEqual([]);
    expect(queue.count('bank')).toBe(1);
  });

  it('stops when what is under way has ended, and takes no more', async () => {
    const lanes = await start(['bank', 'bank'], { perLane: 1 });
    expect(queue.count('bank')).toBe(1);
    const stopped = lanes.stop();
    queue.underWay[0]?.end();
    await stopped;
    lanes.wake();
    expect(queue.due).toEqual(['bank']);
  });
});
