// Looks for QR codes in a thread of its own: a hard picture takes seconds, and cannot be interrupted but by
// ending the thread. Plain JavaScript, so that the same file runs from the sources and from the build.
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const port = parentPort;
if (!port) throw new Error('zxing-worker runs as a worker thread only');

yieldToRequests();

/**
 * @typedef {{ gray: Uint8Array, width: number, height: number,
 *   binarizer: 'LocalAverage' | 'GlobalHistogram', denoise: boolean }} Request
 */

// The library would fetch this file from the network otherwise.
const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });

port.on('message', (/** @type {Request} */ request) => {
  read(request).then(
    (texts) => port.postMessage({ texts }),
    (error) => port.postMessage({ error: String(error) }),
  );
});
port.postMessage({ texts: [] });

/** A picture has time, and requests have none. Linux gives each thread a priority of its own; elsewhere it has none. */
function yieldToRequests() {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It works as well as before.
  }
}

/**
 * @param {Request} request
 * @returns {Promise<string[]>} what each code found says
 */
async function read({ gray, width, height, binarizer, denoise }) {
  const found = await readBarcodes(
    { data: asRgba(gray), width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8, binarizer, tryDenoise: denoise },
  );
  return found.map((code) => code.text);
}

/**
 * The library takes colours only.
 * @param {Uint8Array} gray
 */
function asRgba(gray) {
  const rgba = new Uint8ClampedArray(gray.length * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let at = 0; at < gray.length; at += 1) pixels[at] = 0xff000000 | (0x010101 * (gray[at] ?? 0));
  return rgba;
}
