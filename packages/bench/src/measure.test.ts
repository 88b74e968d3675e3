import { describe, expect, it } from 'vitest';
import { figureOf, inTurns, median, percentile, ratioOf } from './measure.ts';

describe('figures', () => {
  it('are the middle of their runs, with the spread', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(figureOf([5, 1, 3], 'ms')).toEqual({ median: 3, min: 1, max: 5, runs: [5, 1, 3], unit: 'ms' });
  });

  it('tell what a share of all is no greater than', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('are compared run by run with the yardstick beside them', () => {
    // The machine was slow in the second run: both values are half, and the ratio is unchanged.
    const figure = figureOf([400, 200, 420], '/s');
    expect(ratioOf(figure, figureOf([100, 50, 100], '/s'))).toBe(4);
  });
});

describe('measures in turns', () => {
  it('alternate, so that what drifts drifts for all', async () => {
    const order: string[] = [];
    const note = (name: string) => async () => order.push(name);
    const results = await inTurns(2, { a: note('a'), b: note('b') });
    expect(order).toEqual(['a', 'b', 'a', 'b']);
    expect(results).toEqual({ a: [1, 3], b: [2, 4] });
  });
});
