import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { qrOutline } from './qr-outline.ts';

/** Renders the picture that a phone sees: the path's runs in black on white, several pixels a module. */
function paint({ size, path }: { size: number; path: string }) {
  const scale = 4;
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, left, top, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let y = Number(top) * scale; y < (Number(top) + 1) * scale; y += 1) {
      const from = y * side + Number(left) * scale;
      for (let pixel = from; pixel < from + Number(width) * scale; pixel += 1)
        data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return { data, width: side, height: side, colorSpace: 'srgb' as const };
}

it.each(['https://wallet.example/register?code=PR01990a2b7cde4f5a8b9c', 'x'.repeat(200)])(
  'can be read: %s',
  async (text) => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const file = await readFile(wasm);
    prepareZXingModule({ overrides: { wasmBinary: file.buffer } });
    const [code] = await readBarcodes(paint(qrOutline(text)), { formats: ['QRCode'] });
    expect(code?.text).toBe(text);
  },
);
