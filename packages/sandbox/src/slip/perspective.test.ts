import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layInPerspective, type Corners } from './perspective.ts';
import type { Pixels } from './pixels.ts';

const GROUND_EDGE = 120;
const EDGE = 60;

const filled = (edge: number, value: number): Pixels => ({
  data: Buffer.alloc(edge * edge * 3, value),
  width: edge,
  height: edge,
});

/** Four quarters of different brightness. */
function quarters(): Pixels {
  const picture = filled(EDGE, 0);
  for (let place = 0; place < picture.data.length; place += 1) {
    const pixel = Math.floor(place / 3);
    const right = pixel % EDGE >= EDGE / 2 ? 1 : 0;
    const below = pixel >= (EDGE * EDGE) / 2 ? 2 : 0;
    picture.data[place] = 60 * (right + below + 1);
  }
  return picture;
}

const at = ({ data, width }: Pixels, x: number, y: number) =>
  data[(Math.round(y) * width + Math.round(x)) * 3];

describe('a picture laid in perspective', () => {
  it('is itself where its corners are left', () => {
    const corners: Corners = [
      [0, 0],
      [EDGE - 1, 0],
      [EDGE - 1, EDGE - 1],
      [0, EDGE - 1],
    ];
    const laid = layInPerspective(quarters(), filled(GROUND_EDGE, 9), corners);
    for (const [x, y] of [
      [3, 3],
      [50, 3],
      [3, 50],
      [50, 50],
    ] as const) {
      expect(at(laid, x, y)).toBe(at(quarters(), x, y));
    }
    expect(at(laid, EDGE + 5, 5)).toBe(9);
  });

  it('has each quarter near its corner, wherever the corners go', () => {
    const move = fc.tuple(fc.integer({ min: -14, max: 14 }), fc.integer({ min: -14, max: 14 }));
    fc.assert(
      fc.property(fc.tuple(move, move, move, move), (moves) => {
        const home = [
          [20, 20],
          [100, 20],
          [100, 100],
          [20, 100],
        ] as const;
        const corner = (index: 0 | 1 | 2 | 3) =>
          [home[index][0] + moves[index][0], home[index][1] + moves[index][1]] as const;
        const corners: Corners = [corner(0), corner(1), corner(2), corner(3)];
        const laid = layInPerspective(quarters(), filled(GROUND_EDGE, 9), corners);
        const centre = [0, 1].map((axis) => corners.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 4);
        const inside = corners.map(([x, y]) =>
          at(laid, x + ((centre[0] ?? 0) - x) * 0.2, y + ((centre[1] ?? 0) - y) * 0.2),
        );
        expect(inside).toEqual([60, 120, 240, 180]);
      }),
      { numRuns: 40 },
    );
  });
});
