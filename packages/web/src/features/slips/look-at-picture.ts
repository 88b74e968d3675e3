import { readSlipQr } from '@krapao/contract/slip-qr';
import type { LookReply, LookRequest } from './qr-worker.ts';

/** Result of examining a picture before it is sent. */
export type Look =
  | { kind: 'slip'; reference: string }
  | { kind: 'not-slip' }
  /** The QR code of a slip is ambiguous. */
  | { kind: 'unclear' }
  /** The picture could not be examined here: the server will do it. */
  | { kind: 'unknown' };

const TIME_LIMIT_MS = 8_000;

interface LookOptions {
  /** Called as soon as there is a preview of the picture. */
  onPreview: (preview: ImageBitmap) => void;
  signal: AbortSignal;
}

/** Looks for a slip's QR code on a picture, in a worker. Never rejects; the result is only a hint. */
export async function lookAtPicture(file: Blob, { onPreview, signal }: LookOptions): Promise<Look> {
  if (typeof Worker === 'undefined') return { kind: 'unknown' };
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Look>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<LookReply>) => {
        if ('preview' in data) onPreview(data.preview);
        else if ('failed' in data) reject(new Error(data.failed));
        else resolve(judge(data.texts, data.sidePx));
      });
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'the QR worker failed')));
      AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]).addEventListener('abort', () =>
        reject(new Error('the picture was not read in time')),
      );
      worker.postMessage({ file } satisfies LookRequest);
    });
  } catch (error) {
    if (!signal.aborted) console.warn('looking at the picture failed', error);
    return { kind: 'unknown' };
  } finally {
    worker.terminate();
  }
}

/** On a smaller picture the QR code of a slip has too few pixels to be read. */
const READABLE_SIDE_PX = 700;

/**
 * Judges a picture by the texts of all its QR codes. A small picture without any may be a genuine slip.
 * @param sidePx the picture's longer side
 */
export function judge(texts: readonly string[], sidePx: number): Look {
  const codes = texts.map(readSlipQr);
  const references = new Set(codes.flatMap((code) => (code.kind === 'slip' ? [code.reference] : [])));
  const [reference] = references;
  if (reference !== undefined && references.size === 1) return { kind: 'slip', reference };
  const isUnread = codes.length === 0 && sidePx < READABLE_SIDE_PX;
  const isSlips = isUnread || codes.some(({ kind }) => kind !== 'other');
  return { kind: isSlips ? 'unclear' : 'not-slip' };
}
