import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * Files with misleading content, written byte by byte. {@link MARK} is in every hidden part: it must not
 * appear in the output.
 */

/** Identifies a hidden script. */
export const MARK = 'hidden-from-sight';
const SCRIPT = `<script>document.title="${MARK}"</script>`;

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

function pngHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 0], 8);
  return chunk('IHDR', header);
}

/** Creates a valid PNG of one bit per pixel: any number of pixels in very few bytes. */
function blackPng(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    PNG_START,
    pngHeader(width, height, 1),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const plain = () => sharp({ create: { width: 96, height: 96, channels: 3, background: '#357' } });

/** Creates a JPEG whose header claims another size. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** Creates a WebP whose header claims the largest possible size. */
async function hugeWebp(): Promise<Buffer> {
  const webp = await plain().webp({ lossless: true }).toBuffer();
  const header = webp.indexOf('VP8L') + 9;
  webp.writeUInt32LE((webp.readUInt32LE(header) & 0xf000_0000) | 0x0fff_ffff, header);
  return webp;
}

/**
 * Creates a GIF of many frames, each a single pixel. If the picture is much larger than its frames, the
 * reader keeps the frames.
 */
function gifOf(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const colours = Buffer.of(0x80, 0, 0, 0x33, 0x55, 0x77, 0xff, 0xff, 0xff);
  const frame = Buffer.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0);
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), size, colours, ...all, Buffer.of(0x3b)]);
}

/** Creates a JPEG with a comment before its picture. */
async function jpegWithComment(words: string): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  const comment = Buffer.concat([Buffer.of(0xff, 0xfe), length, Buffer.from(words, 'latin1')]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

const followedBy = async (picture: Promise<Buffer>, words: string): Promise<Buffer> =>
  Buffer.concat([await picture, Buffer.from(words, 'latin1')]);

const png = () => plain().png().toBuffer();
const jpeg = () => plain().jpeg().toBuffer();
const ZIP = `PK\u0003\u0004${MARK}PK\u0005\u0006${'\0'.repeat(18)}`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96">${SCRIPT}</svg>`;
const XML_BOMB = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(1_000)}">${'bcdefgh'
  .split('')
  .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefg'[n]};`.repeat(50)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&h;</text></svg>`;

const HUNDRED_MB = 100 * 1024 * 1024;
const words = (): Buffer =>
  Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(HUNDRED_MB, MARK))]);
const colours = (): Buffer =>
  Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(HUNDRED_MB))]);
const tooManyRows = (): Buffer =>
  Buffer.concat([
    PNG_START,
    pngHeader(96, 96, 8),
    chunk('IDAT', deflateSync(Buffer.alloc(HUNDRED_MB))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const endless = (): Buffer => Buffer.concat([PNG_START, pngHeader(2 ** 31 - 1, 2 ** 31 - 1, 8)]);
const latin = (text: string) => (): Buffer => Buffer.from(text, 'latin1');

/** A picture without hidden content. */
export const honestPng = png;

/** Result of a file: re-encoded, stored without its picture, or refused. */
type End = 'remade' | 'put aside' | 'refused';

/** Few bytes that unpack to many: description, file, name, result as a slip and as a chat picture. */
export const BOMBS: readonly HostileFile[] = [
  ['a PNG of 400 million points', () => blackPng(20_000, 20_000), 'a.png', 'put aside', 'refused'],
  ['a PNG that tells of the most points there are', endless, 'a.png', 'refused', 'refused'],
  ['a JPEG that tells of 4 billion points', () => jpegOf(65_500, 65_500), 'a.jpg', 'put aside', 'refused'],
  ['a WebP that tells of 268 million points', hugeWebp, 'a.webp', 'refused', 'refused'],
  ['a GIF that tells of 4 billion points', () => gifOf(65_535, 65_535, 1), 'a.gif', 'refused', 'remade'],
  ['a GIF of 5,000 frames', () => gifOf(1_000, 1_000, 5_000), 'a.gif', 'refused', 'remade'],
  [
    'a PNG with 100 MB of words',
    () => blackPng(96, 96, [chunk('zTXt', words())]),
    'a.png',
    'remade',
    'remade',
  ],
  [
    'a PNG with 100 MB of colours',
    () => blackPng(96, 96, [chunk('iCCP', colours())]),
    'a.png',
    'remade',
    'remade',
  ],
  ['a PNG with more rows than it tells of', tooManyRows, 'a.png', 'remade', 'remade'],
  ['a picture compressed once more', async () => gzipSync(await png()), 'a.png', 'refused', 'refused'],
  ['XML that says itself over and over', latin(XML_BOMB), 'a.png', 'refused', 'refused'],
];

/** Files of two formats at once, or of one format under the name of another. */
export const POLYGLOTS: readonly HostileFile[] = [
  ['a JPEG and HTML behind it', () => followedBy(jpeg(), SCRIPT), 'a.jpg', 'remade', 'remade'],
  ['a JPEG and HTML within it', () => jpegWithComment(`*/=1;${SCRIPT}`), 'a.jpg', 'remade', 'remade'],
  ['a PNG and an archive behind it', () => followedBy(png(), ZIP), 'a.png', 'remade', 'remade'],
  ['a GIF that is a script', latin(`GIF89a=1;document.title="${MARK}";//`), 'a.gif', 'refused', 'refused'],
  ['a PDF that is an archive', latin(`%PDF-1.7\n${SCRIPT}\n%%EOF\n${ZIP}`), 'a.pdf', 'refused', 'refused'],
  ['a PDF named like a picture', latin(`%PDF-1.7\n${SCRIPT}\n%%EOF`), 'a.jpg', 'refused', 'refused'],
  ['an SVG with a script', latin(SVG), 'a.svg', 'refused', 'refused'],
  ['an SVG named like a picture', latin(SVG), 'a.png', 'refused', 'refused'],
  ['HTML named like a picture', latin(`<!doctype html>${SCRIPT}`), 'a.jpg', 'refused', 'refused'],
  ['a picture that breaks off', async () => (await png()).subarray(0, 60), 'a.png', 'refused', 'refused'],
  ['the first bytes of a picture alone', () => PNG_START, 'a.png', 'refused', 'refused'],
];

type HostileFile = readonly [
  what: string,
  make: () => Buffer | Promise<Buffer>,
  name: string,
  slip: End,
  chat: End,
];

/**
 * File names that lead elsewhere, and whether the chat accepts a PNG of that name: it requires the extension.
 */
export const HOSTILE_NAMES: readonly (readonly [what: string, name: string, chat: End])[] = [
  ['a way up', `../../../../${MARK}.png`, 'remade'],
  ['a way up on Windows', `..\\..\\${MARK}.png`, 'remade'],
  ['a written way up', `%2e%2e%2f${MARK}.png`, 'remade'],
  ['a place of its own', `/tmp/${MARK}.png`, 'remade'],
  ['a NUL before its ending', `${MARK}.html\0.png`, 'remade'],
  ['a NUL behind it', `${MARK}.png\0.html`, 'refused'],
  ['another direction', `${MARK}\u202egnp.html`, 'refused'],
  ['10,000 letters', `${MARK.repeat(600)}.png`, 'remade'],
  ['a device', 'CON.png', 'remade'],
  ['a device and no ending', 'AUX', 'refused'],
  ['a stream of a file', `${MARK}.png::$DATA`, 'refused'],
  ['two endings', `${MARK}.png.html`, 'refused'],
  ['the name of the prototype', '__proto__.png', 'remade'],
  ['dots', '..', 'refused'],
  ['nothing', '', 'refused'],
  ['words of SQL', `'; drop table chat_file; --.png`, 'remade'],
  ['a command', '$(touch hidden-from-sight).png', 'remade'],
];
