import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { preparePicture } from './picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

async function kept(bytes: Uint8Array) {
  const picture = await preparePicture(bytes);
  if (picture.outcome !== 'picture') throw new Error(picture.outcome);
  return sharp(picture.jpeg).metadata();
}

/** A PNG whose header claims a larger size than its content. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('preparePicture', () => {
  it('makes of JPEG and PNG a JPEG of bounded size, and enlarges nothing', async () => {
    expect(await kept(await plain(4_000, 4_000).png().toBuffer())).toMatchObject({
      format: 'jpeg',
      width: 1_600,
      height: 1_600,
    });
    const long = await kept(await plain(1_080, 8_000).jpeg().toBuffer());
    expect(long.width * long.height).toBeLessThanOrEqual(1_600 ** 2);
    expect(long.height / long.width).toBeCloseTo(8_000 / 1_080, 1);
    expect(await kept(await plain(300, 400).jpeg().toBuffer())).toMatchObject({ width: 300, height: 400 });
  });

  it('turns the picture upright and drops what it says about its maker', async () => {
    const turned = await plain(300, 400)
      .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, exif, orientation } = await kept(turned);
    expect({ width, height, exif, orientation }).toEqual({ width: 400, height: 300 });
  });

  it('puts a see-through picture on white', async () => {
    const clear = await sharp({
      create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const picture = await preparePicture(clear);
    const { channels } = await sharp(picture.outcome === 'picture' ? picture.jpeg : Buffer.of()).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['nothing', Buffer.alloc(0)],
    ['the first bytes of a JPEG alone', Buffer.from([0xff, 0xd8, 0xff])],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
  ])('takes %s for no picture', async (_, bytes) => {
    expect(await preparePicture(bytes)).toEqual({ outcome: 'not_a_picture' });
  });

  it('takes a broken picture for none', async () => {
    const noise = Buffer.alloc(400 * 400 * 3, 'a picture has no letters in it');
    const whole = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await preparePicture(whole.subarray(0, whole.length / 2))).toEqual({ outcome: 'not_a_picture' });
  });

  it.each([
    ['a decompression bomb', pngClaiming(60_000, 60_000)],
    ['more pixels than are unpacked', pngClaiming(10_000, 5_001)],
    ['a single pixel', pngClaiming(1, 1)],
  ])('says that the size of %s is impossible, without unpacking it', async (_, bytes) => {
    const start = performance.now();
    expect(await preparePicture(bytes)).toEqual({ outcome: 'impossible_size' });
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
