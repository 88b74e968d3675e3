import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Request of the page: the picture to examine. */
export interface LookRequest {
  file: Blob;
}

/**
 * Replies of the worker in this order: the preview, then the texts of the QR codes; `sidePx` is the picture's
 * longer side.
 */
export type LookReply = { preview: ImageBitmap } | { texts: string[]; sidePx: number } | { failed: string };

/**
 * Sizes in which the picture is searched, in pixels of its longer side: each may find codes that another
 * misses.
 */
const SIDES_PX = [1_600, 2_400, 900];
const LARGEST_ENLARGEMENT = 3;
const PREVIEW_PX = 720;

// Loaded from our own server: the library's default is a public one.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', ({ data }: MessageEvent<LookRequest>) => {
  look(data.file).catch((error: unknown) => reply({ failed: String(error) }));
});

async function look(file: Blob): Promise<void> {
  const picture = await createImageBitmap(file);
  const sidePx = Math.max(picture.width, picture.height);
  const preview = drawn(picture, PREVIEW_PX, 1).canvas.transferToImageBitmap();
  reply({ preview }, [preview]);
  for (const side of SIDES_PX) {
    const { context, canvas } = drawn(picture, side, LARGEST_ENLARGEMENT);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(pixels, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 });
    if (found.length > 0) return reply({ texts: found.map(({ text }) => text), sidePx });
  }
  reply({ texts: [], sidePx });
}

/** Draws the picture with its longer side at most `sidePx`, enlarged at most `times`. */
function drawn(picture: ImageBitmap, sidePx: number, times: number) {
  const scale = Math.min(times, sidePx / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function reply(message: LookReply, transfer: Transferable[] = []): void {
  (self as unknown as { postMessage(message: LookReply, transfer: Transferable[]): void }).postMessage(
    message,
    transfer,
  );
}
