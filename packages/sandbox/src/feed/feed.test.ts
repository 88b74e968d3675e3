import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryPlan } from '../faults/faults.ts';
import { readFeed } from './feed.ts';

const AS_IT_IS: EntryPlan = { twice: false, lateBy: 0 };
const MAX_LATE = 3;

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `id${index}`);

function page(records: string[], after: string, limit: number, planEntry: () => EntryPlan = () => AS_IT_IS) {
  const { deliveries, next } = readFeed({ records, idOf: (id) => id, after, limit, planEntry });
  return { got: deliveries.map(({ record }) => record), cursors: deliveries.map((d) => d.cursor), next };
}

const entryPlan: fc.Arbitrary<EntryPlan> = fc.record({
  twice: fc.boolean(),
  lateBy: fc.integer({ min: 0, max: MAX_LATE }),
});

describe('a feed', () => {
  it('goes on from a cursor, oldest first, and stands still at its end', () => {
    const records = ids(5);
    expect(page(records, '', 2)).toEqual({ got: ['id0', 'id1'], cursors: ['id0', 'id1'], next: 'id1' });
    expect(page(records, 'id1', 9).got).toEqual(['id2', 'id3', 'id4']);
    expect(page(records, 'id4', 9)).toEqual({ got: [], cursors: [], next: 'id4' });
    expect(page([], '', 9)).toEqual({ got: [], cursors: [], next: '' });
  });

  it('starts anew after a cursor it does not know, so that nothing is missed', () => {
    expect(page(ids(2), 'lost', 9)).toMatchObject({ got: ['id0', 'id1'], next: 'id1' });
    expect(page([], 'lost', 9).next).toBe('');
  });

  it('brings a late entry after those that overtake it, and a cursor never passes a gap', () => {
    const plans = [{ twice: false, lateBy: 2 }, AS_IT_IS, AS_IT_IS, AS_IT_IS];
    expect(page(ids(4), '', 9, () => plans.shift() ?? AS_IT_IS)).toEqual({
      got: ['id1', 'id2', 'id0', 'id3'],
      cursors: ['', '', 'id2', 'id3'],
      next: 'id3',
    });
  });

  it('repeats on the same page, and the last of the page before', () => {
    const twice = () => ({ twice: true, lateBy: 0 });
    expect(page(ids(3), 'id0', 9, twice).got).toEqual(['id0', 'id1', 'id2', 'id1', 'id2']);
    expect(page(ids(3), 'id2', 9, twice).got).toEqual([]);
    expect(page(ids(3), 'id0', 1, twice)).toMatchObject({ got: ['id1'], next: 'id1' });
  });

  it('delivers every entry at least once to whoever follows `next`, and soon enough', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        fc.array(entryPlan, { minLength: 1, maxLength: 30 }),
        (count, limit, plans) => {
          const records = ids(count);
          let asked = 0;
          const planEntry = () => plans[asked++ % plans.length] ?? AS_IT_IS;
          const got: string[] = [];
          let after = '';
          for (let read = page(records, after, limit, planEntry); read.next !== after;) {
            expect(read.got.length).toBeLessThanOrEqual(limit);
            got.push(...read.got);
            after = read.next;
            read = page(records, after, limit, planEntry);
          }
          expect(new Set(got)).toEqual(new Set(records));
          const unique = [...new Set(got)];
          for (const [place, id] of unique.entries()) {
            expect(Math.abs(records.indexOf(id) - place)).toBeLessThanOrEqual(MAX_LATE);
          }
        },
      ),
    );
  });

  it('loses nothing for a reader that keeps the cursor of each entry and is killed anywhere', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(entryPlan, { minLength: 1, maxLength: 20 }),
        fc.nat(40),
        (count, plans, killedAfter) => {
          const records = ids(count);
          let asked = 0;
          const planEntry = () => plans[asked++ % plans.length] ?? AS_IT_IS;
          const first = page(records, '', 200, planEntry);
          const handled = first.got.slice(0, killedAfter);
          const kept = first.cursors.slice(0, killedAfter).at(-1) ?? '';
          const rest = page(records, kept, 200).got;
          expect(new Set([...handled, ...rest])).toEqual(new Set(records));
        },
      ),
    );
  });
});
