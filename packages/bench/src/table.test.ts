import { describe, expect, it } from 'vitest';
import { figureOf } from './measure.ts';
import type { Row } from './part.ts';
import { formatTable, isReached } from './table.ts';

const row = (parts: Partial<Row>): Row => ({ id: 'x', what: 'x', figure: figureOf([10], '/s'), ...parts });

describe('the table', () => {
  it.each<[string, Partial<Row>, boolean | undefined]>([
    ['a figure that is high enough', { target: { of: 'figure', atLeast: 10 } }, true],
    ['a figure that is too low', { target: { of: 'figure', atLeast: 10.1 } }, false],
    ['a figure that is too high', { target: { of: 'figure', atMost: 9 } }, false],
    ['a ratio that is low enough', { ratio: 1.2, target: { of: 'ratio', atMost: 1.3 } }, true],
    ['a ratio that was not measured', { target: { of: 'ratio', atLeast: 1 } }, false],
    ['the value given for it', { ratio: 0.8, judged: 1, target: { of: 'ratio', atLeast: 0.95 } }, true],
    ['a figure that is stated only', {}, undefined],
  ])('judges %s', (_, parts, reached) => {
    expect(isReached(row(parts))).toBe(reached);
  });

  it('has a line a row, columns in line', () => {
    const yardstick = { what: 'TPC-B', figure: figureOf([5_000], '/s') };
    const rows = [
      row({
        what: 'holds',
        yardstick,
        figure: figureOf([16_000], '/s'),
        ratio: 3.2,
        target: { of: 'ratio', atLeast: 4 },
      }),
      row({ what: 'turns', yardstick, ratio: 0.8, judged: 0.9, target: { of: 'ratio', atLeast: 0.95 } }),
      row({ what: 'p99', figure: figureOf([12.34], 'ms'), target: { of: 'figure', atMost: 40 } }),
    ];
    expect(formatTable(rows).split('\n')).toEqual([
      'what   figure     yardstick       ratio        to reach  reached',
      '-----  ---------  --------------  -----------  --------  -------',
      'holds  16,000 /s  TPC-B 5,000 /s  3.2 ×        ≥ 4 ×     NO',
      'turns  10 /s      TPC-B 5,000 /s  0.8 × (0.9)  ≥ 0.95 ×  NO',
      'p99    12.3 ms                                 ≤ 40 ms   yes',
    ]);
  });
});
