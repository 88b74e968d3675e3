import { describe, expect, it } from 'vitest';
import { compareTurns } from './compare.ts';
import { figureOf } from './measure.ts';
import type { Row, Target } from './part.ts';
import { isReached } from './table.ts';

const atLeast: Target = { of: 'ratio', atLeast: 3 };

/** A measure with a yardstick of 1,000/s in its turn. */
const measured = (perSecond: number, target: Target = atLeast): Row => ({
  id: 'ledger.spread',
  what: 'ledger.submit',
  figure: figureOf([perSecond], target.atMost === undefined ? '/s' : 'ms'),
  yardstick: { what: 'TPC-B', figure: figureOf([1_000], '/s') },
  ratio: perSecond / 1_000,
  target,
});
const p99 = (ms: number): Row => ({ id: 'ledger.p99', what: 'p99', figure: figureOf([ms], 'ms') });

const compared = (turns: readonly { here: Row[]; there: Row[] }[]) =>
  compareTurns({
    against: '83ad47af75b21f4e1b25f0f6a0c9f1f8a0c1d2e3',
    turns: turns.map((turn) => ({ part: 'ledger', ...turn })),
  });

describe('two commits that measured in turns', () => {
  it('are compared turn by turn, by the figure and by its multiple of the yardstick', () => {
    // The machine was half as fast in the second turn.
    const rows = compared([
      { here: [measured(2_700)], there: [measured(3_600)] },
      { here: [measured(1_350)], there: [measured(1_800)] },
      { here: [measured(2_720)], there: [measured(3_600)] },
    ]);
    expect(rows.map(({ id, ratio }) => [id, ratio])).toEqual([
      ['ledger.spread', 0.75],
      ['ledger.spread.ratio', 0.75],
    ]);
    expect(rows[0]?.yardstick).toMatchObject({ what: '83ad47af', figure: { runs: [3_600, 1_800, 3_600] } });
    expect(rows[1]?.figure).toMatchObject({ runs: [2.7, 1.35, 2.72], unit: '×' });
  });

  it.each([
    ['more is better and it is 6 % less', atLeast, 940, false],
    ['more is better and it is 4 % less', atLeast, 960, true],
    ['more is better and it is much more', atLeast, 2_000, true],
    ['less is better and it is 6 % more', { of: 'ratio', atMost: 3 } as const, 1_060, false],
    ['less is better and it is much less', { of: 'ratio', atMost: 3 } as const, 500, true],
  ])('are judged when %s', (_, target, here, isGood) => {
    const [row] = compared([{ here: [measured(here, target)], there: [measured(1_000, target)] }]);
    expect(row && isReached(row)).toBe(isGood);
  });

  it.each([
    ['seven of nine turns were slower', [700, 700, 700, 700, 700, 700, 700, 1_300, 1_300], false],
    ['six of nine turns were slower', [700, 700, 700, 700, 700, 700, 1_300, 1_300, 1_300], true],
  ])('are judged by most of the turns: %s', (_, here, isGood) => {
    const [row] = compared(here.map((value) => ({ here: [measured(value)], there: [measured(1_000)] })));
    expect(row?.ratio).toBe(0.7);
    expect(row && isReached(row)).toBe(isGood);
  });

  it('are judged by most of the turns where less is better, too', () => {
    const upper = { of: 'ratio', atMost: 3 } as const;
    const rows = (values: readonly number[]) =>
      compared(
        values.map((value) => ({ here: [measured(value, upper)], there: [measured(1_000, upper)] })),
      ).flatMap((row) => isReached(row) ?? []);
    expect(rows([1_300, 1_300, 1_300, 700])).toEqual([false]);
    expect(rows([1_300, 1_300, 700, 700])).toEqual([true]);
  });

  it('are not judged by a figure without a yardstick', () => {
    const [row] = compared([{ here: [p99(30)], there: [p99(10)] }]);
    expect(row).toMatchObject({ id: 'ledger.p99', ratio: 3 });
    expect(row && isReached(row)).toBeUndefined();
  });

  it('are not compared by a measure that one of them lacks', () => {
    const rows = compared([{ here: [measured(1_000), p99(10)], there: [measured(1_000)] }]);
    expect(rows.map(({ id }) => id)).toEqual(['ledger.spread', 'ledger.spread.ratio']);
  });
});
