import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { remakePicture } from './picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } });

/** Builds an animation with a single pixel per frame: few bytes, however large it is when decoded. */
function moving(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const colours = [0x80, 0, 0, 0x33, 0x55, 0x77, 0xff, 0xff, 0xff];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from(colours),
    ...Array.from({ length: frames }, (_, n) => Buffer.from(frame.with(20, n % 2 ? 0x4c : 0x44))),
    Buffer.of(0x3b),
  ]);
}

async function shape(bytes: Buffer | undefined) {
  if (!bytes) return undefined;
  const { format, width, height, pages = 1, exif } = await sharp(bytes).metadata();
  return { format, width, height, pages, exif };
}

describe('a picture of a conversation', () => {
  it.each(['png', 'jpeg', 'gif'] as const)('stays a %s, of its size', async (format) => {
    const picture = await plain(30, 20).toFormat(format).toBuffer();
    expect(await shape(await remakePicture(picture, format))).toEqual({
      format,
      width: 30,
      height: 20,
      pages: 1,
    });
  });

  it('stands upright, and does not say where it was taken', async () => {
    const turned = await plain(30, 20)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await shape(await remakePicture(turned, 'jpeg'))).toMatchObject({
      width: 20,
      height: 30,
      exif: undefined,
    });
  });

  it('becomes no larger than a good photograph', async () => {
    const large = await plain(4_500, 3_000).jpeg().toBuffer();
    const { width = 0, height = 0 } = (await shape(await remakePicture(large, 'jpeg'))) ?? {};
    expect(width * height).toBeLessThanOrEqual(12_000_000);
    expect(width / height).toBeCloseTo(1.5, 2);
  });

  it('moves on if it moves, unless there is too much of it', async () => {
    expect(await shape(await remakePicture(moving(20, 10, 5), 'gif'))).toMatchObject({
      width: 20,
      pages: 5,
    });
    const long = await remakePicture(moving(1_000, 1_000, 26), 'gif');
    expect(await shape(long)).toMatchObject({ width: 1_000, height: 1_000, pages: 1 });
  });
});
