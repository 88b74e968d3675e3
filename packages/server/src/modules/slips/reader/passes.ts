import type { Sharp } from 'sharp';
import { loadSharp } from '../../../kernel/unpacking.ts';
import type { GrayPicture, ScanOptions } from './qr-threads.ts';

/** One way to scan a picture, for codes that earlier passes have missed. */
export interface Pass extends ScanOptions {
  name: string;
  /** Preprocesses the picture. */
  prepare(picture: Sharp, size: Size): Sharp;
}

interface Size {
  width: number;
  height: number;
}

/** Maximum number of pixels after enlarging. Beyond it only the time grows. */
const MOST_PIXELS = 4_000_000;

const enlarged = (picture: Sharp, { width, height }: Size, times: number): Sharp => {
  const scale = Math.min(times, Math.sqrt(MOST_PIXELS / (width * height)));
  return scale <= 1 ? picture : picture.resize({ width: Math.round(width * scale), kernel: 'cubic' });
};

const shrunk = (picture: Sharp, { width }: Size, part: number): Sharp =>
  picture.resize({ width: Math.max(1, Math.round(width * part)) });

const sharpened = (picture: Sharp, sigma: number): Sharp => picture.sharpen({ sigma, m1: 3, m2: 3 });

/**
 * Passes, most successful first. Most slips need only the first one. Rotated, skewed or dark codes need no
 * pass of their own, since the library handles them.
 */
export const PASSES: readonly Pass[] = [
  { name: 'as it is', binarizer: 'LocalAverage', denoise: false, prepare: (picture) => picture },
  {
    name: 'sharpened',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture) => sharpened(picture, 3),
  },
  {
    name: 'enlarged',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => enlarged(picture, size, 3),
  },
  {
    name: 'softened',
    binarizer: 'LocalAverage',
    denoise: true,
    prepare: (picture) => picture.blur(1.2).normalise(),
  },
  {
    name: 'by the whole',
    binarizer: 'GlobalHistogram',
    denoise: false,
    prepare: (picture) => picture.normalise(),
  },
  {
    name: 'shrunk',
    binarizer: 'LocalAverage',
    denoise: false,
    prepare: (picture, size) => sharpened(shrunk(picture, size, 0.5), 2),
  },
];

/** Returns the gray pixels for a pass. */
export async function preparePass(pass: Pass, jpeg: Uint8Array): Promise<GrayPicture> {
  const sharp = await loadSharp();
  const picture = sharp(jpeg).grayscale();
  const { width, height } = await picture.metadata();
  const { data, info } = await pass
    .prepare(picture, { width, height })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A copy: the buffer is transferred to the thread, and sharp's may be part of a larger one.
  return { gray: new Uint8Array(data), width: info.width, height: info.height };
}
