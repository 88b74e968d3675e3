import { loadSharp, MAX_PIXELS, UNPACK_WITHIN_S, unpackingTurn } from '../../kernel/unpacking.ts';

/** Result of checking uploaded bytes. */
export type Picture =
  /** Upright picture, without metadata, re-encoded as JPEG. */
  | { outcome: 'picture'; jpeg: Buffer }
  /** Not a JPEG or PNG regardless of its name, or a broken one. */
  | { outcome: 'not_a_picture' }
  /** Too large to be decoded safely, or too small to show a slip. */
  | { outcome: 'impossible_size' };

const MIN_SIDE_PX = 64;
/**
 * Maximum number of pixels kept, as in a square of 1,600. A very long screenshot keeps its small code
 * readable.
 */
const KEPT_PIXELS = 1_600 ** 2;

const MAGIC = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
] as const;

/** Checks uploaded bytes by their content and re-encodes them as a picture. Never throws for bad bytes. */
export async function preparePicture(bytes: Uint8Array): Promise<Picture> {
  const isKnown = MAGIC.some((magic) => magic.every((byte, at) => bytes[at] === byte));
  if (!isKnown) return { outcome: 'not_a_picture' };
  const sharp = await loadSharp();
  return unpackingTurn(async (): Promise<Picture> => {
    try {
      // Only the header is read here. Its size is checked before anything is decoded.
      const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const { width, height } = autoOrient;
      if (width * height > MAX_PIXELS || Math.min(width, height) < MIN_SIDE_PX) {
        return { outcome: 'impossible_size' };
      }
      const share = Math.min(1, Math.sqrt(KEPT_PIXELS / (width * height)));
      const jpeg = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ width: Math.max(1, Math.floor(width * share)) })
        .flatten({ background: 'white' })
        .jpeg({ quality: 88, mozjpeg: false })
        .timeout({ seconds: UNPACK_WITHIN_S })
        .toBuffer();
      return { outcome: 'picture', jpeg };
    } catch {
      return { outcome: 'not_a_picture' };
    }
  });
}
