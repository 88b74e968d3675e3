import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type Sharp from 'sharp';

/** Most pixels of a picture that is decoded: some 150 MB for a moment. */
export const MAX_PIXELS = 50_000_000;

/** A picture that takes longer counts as broken. */
export const UNPACK_WITHIN_S = 20;

/** Decoding takes memory and a core. Each picture gets one core, and one core stays free for requests. */
export const unpackingTurn = pLimit(Math.max(1, availableParallelism() - 1));

/** Loads the image library on first use: the server's start does not wait for it. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}
