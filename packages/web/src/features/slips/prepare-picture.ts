import { SLIP_MAX_BYTES } from '@krapao/contract/limits';
import { pictureSize, type PictureSize } from './picture-size.ts';

/** Types in which pictures of slips are sent. */
export const SENT_TYPES = ['image/jpeg', 'image/png'] as const;
/** Further types that may be chosen: converted to JPEG here, where the browser can open them. */
export const CONVERTED_TYPES = ['image/webp', 'image/heic', 'image/heif'] as const;

/** Smaller files are sent unchanged, unless they have too many pixels. */
const SMALL_BYTES = 1_024 * 1_024;
/** Longer side of a reduced picture: more pixels do not make a slip easier to read. */
const LONGEST_PX = 3_000;
/** Larger pictures are reduced: decoding them is too much for the server. */
const MOST_PIXELS = 20_000_000;
const QUALITY = 0.92;

/**
 * File to send, or the problem: not a picture, one that this browser cannot open, or one that stays too
 * large.
 */
export type Prepared = { file: File } | { problem: 'wrongType' | 'cannotOpen' | 'tooLarge' };

/**
 * Converts a chosen file to one that the server accepts: a JPEG or PNG of {@link SLIP_MAX_BYTES} at most.
 * Other pictures that the browser can open become JPEGs, and large ones are reduced. Never rejects.
 */
export async function preparePicture(file: File): Promise<Prepared> {
  const type = typeOf(file);
  const isSent = (SENT_TYPES as readonly string[]).includes(type);
  if (!isSent && !(CONVERTED_TYPES as readonly string[]).includes(type)) return { problem: 'wrongType' };
  const size = await pictureSize(file);
  const isHuge = size !== null && size.width * size.height > MOST_PIXELS;
  // A picture of few colours is a small file even with many pixels.
  if (isSent && !isHuge && file.size <= SMALL_BYTES) return { file };
  const picture = await opened(file, isHuge ? size : null);
  if (!picture) {
    // The server may be able to open it, if the file is small enough to send.
    if (isSent && !isHuge && file.size <= SLIP_MAX_BYTES) return { file };
    return { problem: isSent ? 'tooLarge' : 'cannotOpen' };
  }
  try {
    const isFine =
      isSent && !isHuge && file.size <= SLIP_MAX_BYTES && picture.width * picture.height <= MOST_PIXELS;
    if (isFine) return { file };
    const made = await jpegOf(picture);
    if (!made) return { problem: 'cannotOpen' };
    return { file: new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) };
  } finally {
    picture.close();
  }
}

/**
 * Decodes the picture; a huge one is reduced while it is decoded, since all of its pixels would take hundreds
 * of megabytes. Null where the browser cannot open the file.
 */
async function opened(file: File, hugeSize: PictureSize | null): Promise<ImageBitmap | null> {
  if (hugeSize === null) return bitmapOf(file).catch(() => null);
  const scale = LONGEST_PX / Math.max(hugeSize.width, hugeSize.height);
  const width = Math.max(1, Math.round(hugeSize.width * scale));
  const options = { resizeWidth: width, resizeQuality: 'high' } as const;
  return bitmapOf(file, options).catch(() => drawnSmall(file, scale));
}

/** Also rejects where the browser lacks `createImageBitmap`. */
const bitmapOf = async (file: File, options?: ImageBitmapOptions): Promise<ImageBitmap> =>
  createImageBitmap(file, options);

/**
 * Reduces a picture through an image element, for browsers whose `createImageBitmap` fails on huge files.
 * Null where this fails too.
 */
async function drawnSmall(file: File, scale: number): Promise<ImageBitmap | null> {
  try {
    const image = new Image();
    image.src = await dataAddressOf(file);
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await createImageBitmap(canvas);
  } catch {
    return null;
  }
}

/**
 * Reads a file as a data address: the page's policy allows no other address of a local file. Empty for an
 * unreadable file.
 */
function dataAddressOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsDataURL(file);
  });
}

/** Some phones report no type for pictures that their browser cannot show. */
function typeOf({ type, name }: File): string {
  return type === '' && /\.hei[cf]$/i.test(name) ? 'image/heic' : type;
}

function jpegOf(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // Transparent areas become white, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
