// Scans for QR codes in a separate thread. A hard picture takes seconds, and only ending the thread
// interrupts the scan. This is plain JavaScript, so that the same file runs from the sources and from the
// build.
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const port = parentPort;
if (!port) throw new Error('zxing-worker runs as a worker thread only');

const thread = threadOf();
yieldToRequests();

/**
 * @typedef {{ gray: Uint8Array, width: number, height: number,
 *   binarizer: 'LocalAverage' | 'GlobalHistogram', denoise: boolean }} Request
 */

// Otherwise the library fetches this file from the network.
const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });

port.on('message', (/** @type {Request} */ request) => {
  read(request).then(
    (texts) => port.postMessage({ texts }),
    (error) => port.postMessage({ error: String(error) }),
  );
});
port.postMessage({ texts: [], thread });

/** Returns the system's number of this thread; undefined where the system tells none. */
function threadOf() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

/** Lowers the thread's priority, so that requests come first. Only Linux has a priority for each thread. */
function yieldToRequests() {
  try {
    if (thread !== undefined) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Scanning works without the lower priority.
  }
}

/**
 * @param {Request} request
 * @returns {Promise<string[]>} the text of each code found
 */
async function read({ gray, width, height, binarizer, denoise }) {
  const found = await readBarcodes(
    { data: asRgba(gray), width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8, binarizer, tryDenoise: denoise },
  );
  return found.map((code) => code.text);
}

/**
 * Converts gray to RGBA, since the library takes only colours.
 * @param {Uint8Array} gray
 */
function asRgba(gray) {
  const rgba = new Uint8ClampedArray(gray.length * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let at = 0; at < gray.length; at += 1) pixels[at] = 0xff000000 | (0x010101 * (gray[at] ?? 0));
  return rgba;
}
