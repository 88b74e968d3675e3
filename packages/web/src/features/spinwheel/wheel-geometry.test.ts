import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabel, restAt, turnTo, wheelSize, wonIndex } from './wheel-geometry.ts';

const wheels = fc
  .integer({ min: 2, max: 16 })
  .chain((count) => fc.record({ count: fc.constant(count), index: fc.integer({ min: 0, max: count - 1 }) }));
const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Returns the slice at the pointer after the wheel has turned by an angle. */
const atPointer = (angle: number, count: number) =>
  Math.round((((-angle % 360) + 360) % 360) / (360 / count)) % count;

describe('a turn', () => {
  it('ends with the middle of the won slice at the pointer, after three or four full turns', () => {
    fc.assert(
      fc.property(wheels, fc.double({ min: 0, max: 5_000, noNaN: true }), dice, dice, (wheel, from, a, b) => {
        const { index, count } = wheel;
        const thrown = [a, b];
        const { toAngle, durationMs } = turnTo(index, count, from, () => thrown.shift() ?? 0);
        const turns = a < 0.5 ? 3 : 4;
        expect(Math.floor((toAngle - from) / 360 + 1e-9)).toBe(turns);
        expect(atPointer(toAngle, count)).toBe(index);
        const off = Math.abs(((toAngle + (index * 360) / count + 180) % 360) - 180);
        expect(off).toBeLessThan(1e-6);
        expect(durationMs).toBeCloseTo((4_000 + 1_000 * b) * turns * 0.1, 6);
      }),
    );
  });

  it('goes round no more often from a hair past the slice', () => {
    const fromAngle = restAt(3, 7) + 1e-10;
    expect(turnTo(3, 7, fromAngle, () => 0).toAngle - fromAngle).toBeCloseTo(3 * 360, 6);
  });

  it('is not needed to show a slice', () => {
    fc.assert(
      fc.property(wheels, ({ index, count }) => {
        expect(atPointer(restAt(index, count), count)).toBe(index);
      }),
    );
  });
});

describe('the wheel', () => {
  it.each([
    [320, 272],
    [390, 331.5],
    [411, 349.35],
    [412, 350],
    [1280, 350],
  ])('in a window of %i px is %f px wide', (windowWidth, size) => {
    expect(wheelSize(windowWidth)).toBeCloseTo(size);
  });
});

describe('the won slice', () => {
  const slices = [
    { code: 'A', label: 'one' },
    { code: 'B', label: 'two' },
    { code: 'B', label: 'three' },
  ];

  it('is the first with the code, or that which has the label too', () => {
    expect(wonIndex(slices, { code: 'B', label: 'other' })).toBe(1);
    expect(wonIndex(slices, { code: 'B', label: 'three' })).toBe(2);
    expect(wonIndex(slices, { code: 'A', label: 'two' })).toBe(0);
  });

  it('is none when the wheel has no such code', () => {
    expect(wonIndex(slices, { code: 'C', label: 'one' })).toBeUndefined();
  });
});

describe('a label', () => {
  it('is as large as there is room, on two lines where that helps', () => {
    const short = placeLabel('฿20', 8);
    expect(short.lines).toHaveLength(1);
    const long = placeLabel('Box of mountain tea', 8);
    expect(long.lines.map(({ text }) => text)).toEqual(['Box of', 'mountain tea']);
    expect(long.fontSize).toBeLessThan(short.fontSize);
    expect(placeLabel('ครั้งหน้า', 8).fontSize).toBe(placeLabel('ครงหนา', 8).fontSize);
  });
});
