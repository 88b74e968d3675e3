import { describe, expect, it } from 'vitest';
import { pictureSize } from './picture-size.ts';

const segment = (marker: number, bytes: readonly number[]) => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 255,
  ...bytes,
];
const jpeg = (...segments: number[][]) => new Blob([new Uint8Array([0xff, 0xd8, ...segments.flat()])]);
// 9000 × 6000.
const frame = segment(0xc2, [8, 0x17, 0x70, 0x23, 0x28, 3]);

describe('the size of a picture', () => {
  it('is read from a JPEG after its metadata and tables', async () => {
    const exif = segment(0xe1, [0xff, 0xc0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await pictureSize(jpeg(exif, segment(0xc4, [1, 2]), frame))).toEqual({
      width: 9_000,
      height: 6_000,
    });
  });

  it('is read from a PNG', async () => {
    const bytes = new Uint8Array(33);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x89504e47);
    view.setUint32(16, 9_000);
    view.setUint32(20, 6_000);
    expect(await pictureSize(new Blob([bytes]))).toEqual({ width: 9_000, height: 6_000 });
  });

  it.each([
    ['nothing', new Blob([])],
    ['text', new Blob(['no picture at all, but long enough'])],
    ['a JPEG that ends early', jpeg(segment(0xe1, [1, 2, 3]))],
    ['a JPEG without a frame', jpeg(segment(0xda, [1, 2, 3]), frame)],
  ])('is not known of %s', async (_what, file) => {
    expect(await pictureSize(file)).toBeNull();
  });
});
