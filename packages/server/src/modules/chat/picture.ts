import type { Sharp } from 'sharp';
import { loadSharp, MAX_PIXELS, UNPACK_WITHIN_S, unpackingTurn } from '../../kernel/unpacking.ts';

/** Picture formats allowed in a conversation. */
export type PictureFormat = 'png' | 'jpeg' | 'gif';

/** A phone's photograph keeps its size. A larger picture is scaled down, since no screen can show it. */
const KEPT_PIXELS = 12_000_000;
/** Maximum pixels of all frames of an animation; of a larger one only the first frame is kept. */
const MAX_MOVING_PIXELS = 25_000_000;

/**
 * Re-encodes a picture in its own format. This removes all other content of the file (a location, a second
 * file, a script) and limits its decoded size. Never throws for bad bytes.
 * @returns undefined for a picture that is broken or too large to decode
 */
export async function remakePicture(bytes: Uint8Array, format: PictureFormat): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  return unpackingTurn(async () => {
    try {
      // Reads only the header, so the size is checked before any decoding.
      const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
      const { width, height } = autoOrient;
      const size = width * height;
      if (size > MAX_PIXELS) return undefined;
      const isMoving = pages > 1 && size * pages <= MAX_MOVING_PIXELS;
      const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: isMoving });
      const share = Math.sqrt(KEPT_PIXELS / size);
      // The frames of an animation are not scaled.
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
