/** A QR reader that shares no code with the QR drawing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });

/** Small pictures are read a second time, enlarged to this width. */
const ENLARGED_WIDTH = 1600;

async function readOnce(picture: Sharp): Promise<string[]> {
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: 'srgb' as const,
  };
  const found = await readBarcodes(image, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** Returns the texts of all QRs in a picture. @throws when it is not a picture. */
export async function readQrs(bytes: Uint8Array): Promise<string[]> {
  const texts = await readOnce(sharp(bytes));
  return texts.length > 0 ? texts : readOnce(sharp(bytes).resize({ width: ENLARGED_WIDTH }));
}
