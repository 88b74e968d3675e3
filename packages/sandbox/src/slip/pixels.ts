/** Pictures as rows of red, green and blue bytes, and operations on them. */
import sharp, { type Sharp } from 'sharp';
import type { SeededDice } from './seeded-dice.ts';

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Converts a picture of the image library to pixels; transparent areas become white. */
export async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new RangeError(`${info.channels} channels where there should be three`);
  return { data, width: info.width, height: info.height };
}

/** Converts pixels to a picture of the image library. */
export const edit = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export const drawing = (svg: string): Promise<Pixels> => pixelsOf(sharp(Buffer.from(svg)));

export const jpeg = (pixels: Pixels, quality = 85): Promise<Buffer> =>
  edit(pixels).jpeg({ quality }).toBuffer();

/** Returns a barely compressed PNG: the pixels matter, not the size. */
export const png = (pixels: Pixels): Promise<Buffer> => edit(pixels).png({ compressionLevel: 1 }).toBuffer();

/** Adds grain, like a sensor in bad light: moves each byte by up to `strength` either way. */
export function withGrain({ data, width, height }: Pixels, strength: number, dice: SeededDice): Pixels {
  const grainy = new Uint8ClampedArray(data);
  for (let place = 0; place < grainy.length; place += 1) {
    grainy[place] = (grainy[place] ?? 0) + (dice.next() - 0.5) * 2 * strength;
  }
  return { data: Buffer.from(grainy.buffer), width, height };
}

/** Lays SVG markup over the whole picture. */
export const withOverlay = (
  pixels: Pixels,
  markup: string,
  blend: 'over' | 'multiply' = 'over',
): Promise<Pixels> => {
  const { width, height } = pixels;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${markup}</svg>`;
  return pixelsOf(edit(pixels).composite([{ input: Buffer.from(svg), blend }]));
};

/** Puts a picture on a plain ground. */
export async function onGround(
  pixels: Pixels,
  ground: { width: number; height: number; colour: string },
  left: number,
  top: number,
): Promise<Pixels> {
  const { width, height, colour } = ground;
  const { data, width: innerWidth, height: innerHeight } = pixels;
  return pixelsOf(
    sharp({ create: { width, height, channels: 3, background: colour } }).composite([
      { input: data, raw: { width: innerWidth, height: innerHeight, channels: 3 }, left, top },
    ]),
  );
}
