import { describe, expect, it } from 'vitest';
import { Batcher, Failure } from './batcher.ts';

/** Batches that the test ends. */
function held() {
  const batches: { items: readonly number[]; end: () => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve) => {
      batches.push({ items, end: () => resolve(items.map((item) => item * 10)) });
    });
  return { batches, run, sizes: () => batches.map(({ items }) => items.length) };
}

describe('a batcher', () => {
  it('collects what arrives while a batch is in flight, up to its limit, in order', async () => {
    const { batches, run, sizes } = held();
    const batcher = new Batcher(run, 3);
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.submit(item)));
    expect(sizes()).toEqual([1]);
    for (let index = 0; index < 3; index += 1) {
      batches[index]!.end();
      await Promise.resolve().then(() => new Promise(setImmediate));
    }
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]);
    expect(await results).toEqual([10, 20, 30, 40, 50]);
  });

  it('fails whom a batch fails, or all of them, and goes on', async () => {
    const faults = [new Error('one'), new Error('all')];
    let rounds = 0;
    const batcher = new Batcher<number, number>(async (items) => {
      rounds += 1;
      if (rounds === 2) throw faults[1]!;
      return items.map((item) => (item === 1 ? new Failure(faults[0]) : item));
    }, 2);
    const ends = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit(item)));
    expect(ends.map((end) => (end.status === 'rejected' ? end.reason : end.value))).toEqual([
      faults[0],
      faults[1],
      faults[1],
      4,
    ]);
  });

  it('tells of every batch that has ended', async () => {
    const told: number[] = [];
    const batcher = new Batcher(
      async (items: readonly number[]) => items,
      10,
      (size) => told.push(size),
    );
    await Promise.all([1, 2, 3].map((item) => batcher.submit(item)));
    await new Promise(setImmediate);
    expect(told).toEqual([1, 2]);
  });
});
