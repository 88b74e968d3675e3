import { loadSharp, unpackingTurn } from '../kernel/unpacking.ts';
import { QrThreads } from '../modules/slips/reader/qr-threads.ts';

/** Side of the square on which a picture is drawn. */
const SIDE_PX = 800;
const MOST_PIXELS = 16_000_000;
const DRAW_WITHIN_S = 5;
/** A member waits for the order that the picture is of. */
const SCAN_LIMITS = { workMs: 4_000, waitMs: 10_000 };
/** A drawing that defines or embeds things is no QR code. */
const MORE_THAN_A_DRAWING = /<!DOCTYPE|<!ENTITY|<script|<foreignObject/i;

const threads = new QrThreads(1);

/** Returns the texts of the QR codes in a drawing or picture of a service; none when it cannot be read. */
export async function readQrPicture(picture: Uint8Array): Promise<readonly string[]> {
  if (MORE_THAN_A_DRAWING.test(Buffer.from(picture).toString('latin1'))) return [];
  try {
    const sharp = await loadSharp();
    const { data, info } = await unpackingTurn(() =>
      sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .flatten({ background: 'white' })
        .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'contain', background: 'white' })
        .grayscale()
        .timeout({ seconds: DRAW_WITHIN_S })
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
    const gray = { gray: new Uint8Array(data), width: info.width, height: info.height };
    const { texts } = await threads.scan(gray, { binarizer: 'LocalAverage', denoise: false }, SCAN_LIMITS);
    return texts;
  } catch {
    return [];
  }
}
