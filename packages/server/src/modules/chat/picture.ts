import type { Sharp } from 'sharp';
import { loadSharp, MAX_PIXELS, UNPACK_WITHIN_S, unpackingTurn } from '../../kernel/unpacking.ts';

/** The kinds of pictures that a conversation takes. */
export type PictureFormat = 'png' | 'jpeg' | 'gif';

/** A phone's photograph keeps its size; larger ones would be larger than any screen. */
const KEPT_PIXELS = 12_000_000;
/** Of all frames together; of a longer one the first frame is kept. */
const MAX_MOVING_PIXELS = 25_000_000;

/**
 * Makes a picture anew in its own format: what else stands in the file (a place, a second file, a script) is left
 * behind, and no browser unpacks more than we did. Never throws for bad bytes.
 * @returns undefined for what is broken, or too large to be unpacked
 */
export async function remakePicture(bytes: Uint8Array, format: PictureFormat): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  return unpackingTurn(async () => {
    try {
      // The header alone is read here: what it promises is judged before anything is unpacked.
      const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const { width, height } = autoOrient;
      const size = width * height;
      if (size > MAX_PIXELS) return undefined;
      const isMoving = pages > 1 && size * pages <= MAX_MOVING_PIXELS;
      const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: isMoving });
      const share = Math.sqrt(KEPT_PIXELS / size);
      // A frame's size is a moving picture's own: it is not made smaller.
      if (!isMoving) picture.autoOrient();
      if (!isMoving && share < 1) picture.resize({ width: Math.max(1, Math.floor(width * share)) });
      return await encoded(picture, format).timeout({ seconds: UNPACK_WITHIN_S }).toBuffer();
    } catch {
      return undefined;
    }
  });
}

function encoded(picture: Sharp, format: PictureFormat): Sharp {
  if (format === 'png') return picture.png();
  if (format === 'jpeg') return picture.jpeg({ quality: 88 });
  return picture.gif({ effort: 1 });
}
