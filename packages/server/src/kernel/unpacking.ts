import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type Sharp from 'sharp';

/** The most pixels of a picture that is unpacked at all: some 150 MB for a moment. */
export const MAX_PIXELS = 50_000_000;

/** A picture that takes longer is taken for a broken one. */
export const UNPACK_WITHIN_S = 20;

/** Unpacking takes memory and a core: a picture has one of them, and one core is left to whoever waits for an answer. */
export const unpackingTurn = pLimit(Math.max(1, availableParallelism() - 1));

/** The library of pictures, which is loaded when the first one wants it: a start waits for no picture. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}
