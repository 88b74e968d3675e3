/** Small files that need an enormous amount of memory to decode. */
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BOMB_EDGE = 30_000;
const CLAIMED_PNG_EDGE = 60_000;
const CLAIMED_JPEG_EDGE = 65_500;
const ZEROS = Buffer.alloc(1 << 20);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns a black and white PNG: one bit per pixel. */
function bitPng(edge: number, packed: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a valid PNG of 30,000 by 30,000 black pixels in about 110 kB. */
export async function emptyPixelsPng(): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const packed: Buffer[] = [];
  deflate.on('data', (part: Buffer) => packed.push(part));
  let left = (BOMB_EDGE / 8 + 1) * BOMB_EDGE;
  while (left > 0) {
    const part = Math.min(left, ZEROS.length);
    if (!deflate.write(ZEROS.subarray(0, part))) await once(deflate, 'drain');
    left -= part;
  }
  deflate.end();
  await once(deflate, 'end');
  return bitPng(BOMB_EDGE, Buffer.concat(packed));
}

/** Returns a PNG whose header claims far more pixels than it contains. */
export const claimedHugePng = (): Buffer => bitPng(CLAIMED_PNG_EDGE, deflateSync(ZEROS));

/** Returns a JPEG whose frame header claims far more pixels than it contains. */
export function claimedHugeJpeg(honest: Buffer): Buffer {
  const bytes = Buffer.from(honest);
  for (let place = 2; place + 9 < bytes.length;) {
    const marker = bytes.readUInt16BE(place);
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      bytes.writeUInt16BE(CLAIMED_JPEG_EDGE, place + 5);
      bytes.writeUInt16BE(CLAIMED_JPEG_EDGE, place + 7);
      return bytes;
    }
    place += 2 + bytes.readUInt16BE(place + 2);
  }
  throw new RangeError('not a JPEG');
}
