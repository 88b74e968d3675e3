import { describe, expect, it } from 'vitest';
import { Failure } from '../kernel/batcher.ts';
import { isolateFailures } from './isolate-failures.ts';

/** A batch that fails as a whole if it has a bad item, like one statement. */
function statement(bad: ReadonlyMap<number, Error>) {
  const runs: (readonly number[])[] = [];
  const run = isolateFailures(async (items: readonly number[]) => {
    runs.push(items);
    const error = items.map((item) => bad.get(item)).find(Boolean);
    if (error) throw error;
    return items.map((item) => item * 10);
  });
  return { run, runs };
}
const databaseError = (code: string) => Object.assign(new Error(code), { code });

describe('a batch that is one statement', () => {
  it('runs once when nothing is wrong', async () => {
    const { run, runs } = statement(new Map());
    expect(await run([1, 2, 3])).toEqual([10, 20, 30]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it.each(['22P05', '22003', '23505', '23503', '40P01'])(
    'fails by %s for whom it is about, and no one else',
    async (code) => {
      const error = databaseError(code);
      const { run } = statement(new Map([[2, error]]));
      expect(await run([1, 2, 3])).toEqual([10, new Failure(error), 30]);
    },
  );

  it.each(['57P01', '08006', '53300', undefined])(
    'fails whole by %s, which is no item’s, and is not tried again',
    async (code) => {
      const error = code === undefined ? new Error('away') : databaseError(code);
      const { run, runs } = statement(new Map([[2, error]]));
      await expect(run([1, 2, 3])).rejects.toBe(error);
      expect(runs).toHaveLength(1);
    },
  );

  it('is not tried again when it has one item', async () => {
    const error = databaseError('23505');
    const { run, runs } = statement(new Map([[2, error]]));
    await expect(run([2])).rejects.toBe(error);
    expect(runs).toHaveLength(1);
  });
});
