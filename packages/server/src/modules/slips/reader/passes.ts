import sharp, { type Sharp } from 'sharp';
import type { GrayPicture, ScanOptions } from './qr-threads.ts';

/** One way to look at a picture, for codes that the ways before it have missed. */
export interface Pass extends ScanOptions {
  name: string;
  /** What is done to the picture first. */
  prepare(picture: Sharp, size: Size): Sharp;
}

interface Size {
  width: number;
  height: number;
}

/** Pictures are enlarged up to this many pixels on their longer side, and no further. */
const LONGEST_PX = 3_200;

const enlarged = (picture: Sharp, { width, height }: Size, times: number): Sharp => {
  const scale = Math.min(times, LONGEST_PX / Math.max(width, height));
  return scale <= 1 ? picture : picture.resize({ width: Math.round(width * scale), kernel: 'cubic' });
};

const shrunk = (picture: Sharp, { width }: Size, part: number): Sharp =>
  picture.resize({ width: Math.max(1, Math.round(width * part)) });

/** From what reads nearly every slip to what reads the odd one; most slips need the first alone. */
export const PASSES: readonly Pass[] = [
  { name: 'as it is', binarizer: 'LocalAverage', denoise: false, prepare: (picture) => picture },
  {
    name: 'enlarged',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => enlarged(picture, size, 2),
  },
  {
    name: 'more contrast, by the whole',
    binarizer: 'GlobalHistogram',
    denoise: false,
    prepare: (picture) => picture.normalise(),
  },
  {
    name: 'softened',
    binarizer: 'LocalAverage',
    denoise: true,
    prepare: (picture) => picture.blur(1.2).normalise(),
  },
  {
    name: 'sharpened',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => enlarged(picture, size, 2).sharpen({ sigma: 3, m1: 2, m2: 3 }),
  },
  {
    name: 'local contrast',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => enlarged(picture, size, 2).clahe({ width: 96, height: 96, maxSlope: 4 }),
  },
  {
    name: 'shrunk',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => shrunk(picture, size, 0.5),
  },
];

/** The gray pixels a pass wants to be scanned. */
export async function preparePass(pass: Pass, jpeg: Uint8Array): Promise<GrayPicture> {
  const picture = sharp(jpeg).grayscale();
  const { width, height } = await picture.metadata();
  const { data, info } = await pass
    .prepare(picture, { width, height })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A copy: the buffer is given away to the thread, and sharp's may be part of a larger one.
  return { gray: new Uint8Array(data), width: info.width, height: info.height };
}
