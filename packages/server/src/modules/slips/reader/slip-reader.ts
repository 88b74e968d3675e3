import { availableParallelism } from 'node:os';
import type { SlipReason } from '@krapao/contract/errors';
import { readSlipQr } from '@krapao/contract/slip-qr';
import pLimit from 'p-limit';
import { PASSES, preparePass } from './passes.ts';
import { QrThreads, ScanTimeout, type Scan, type ScanLimits } from './qr-threads.ts';

/** Result of reading a picture: the transfer of the slip, or why it cannot be told. */
export type Reading =
  | { outcome: 'read'; sendingBank: string; reference: string }
  | { outcome: 'unreadable'; reason: Extract<SlipReason, 'INVALID_SLIP' | 'UNSTABLE_REFNO_ON_SLIP'> };

/** For all passes over a picture. The wait is shorter than a pipeline's lease of a slip. */
const LIMITS: ScanLimits = { workMs: 4_000, waitMs: 40_000 };
/** Number of threads. One core stays free for requests. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Number of passes in all for a picture that has shown a code that is not a slip's. */
const PASSES_BESIDE_OTHERS = 3;

/** Finds and reads the mini-QR code on pictures of slips. */
export class SlipReader {
  readonly #threads: Pick<QrThreads, 'scan' | 'close'>;
  /** As many pictures as threads, so that no picture waits for a thread in the middle. */
  readonly #turn = pLimit(THREADS);

  constructor(threads: Pick<QrThreads, 'scan' | 'close'> = new QrThreads(THREADS)) {
    this.#threads = threads;
  }

  /**
   * @param jpeg a picture that was decoded before; it is not checked here
   * @throws ScanStarved on a machine too busy to read it
   */
  read(jpeg: Uint8Array): Promise<Reading> {
    return this.#turn(() => this.#look(jpeg));
  }

  /** Ends the threads. Scans in progress are aborted. */
  close(): Promise<void> {
    return this.#threads.close();
  }

  async #look(jpeg: Uint8Array): Promise<Reading> {
    const giveUpMs = performance.now() + LIMITS.waitMs;
    let { workMs } = LIMITS;
    const slips = new Map<string, Extract<Reading, { outcome: 'read' }>>();
    let isDamaged = false;
    let hasOthers = false;
    for (const [index, pass] of PASSES.entries()) {
      if (workMs <= 0 || (hasOthers && index >= PASSES_BESIDE_OTHERS)) break;
      const { texts, tookMs } = await this.#scan(pass, jpeg, workMs, giveUpMs);
      workMs -= tookMs;
      for (const text of texts) {
        const qr = readSlipQr(text);
        if (qr.kind === 'damaged') isDamaged = true;
        else if (qr.kind === 'other') hasOthers = true;
        else {
          const { sendingBank, reference } = qr;
          slips.set(`${sendingBank}:${reference}`, { outcome: 'read', sendingBank, reference });
        }
      }
      if (slips.size > 0) break;
    }
    const [slip, ...more] = slips.values();
    // Two slips on one picture are ambiguous.
    if (slip && more.length === 0) return slip;
    const reason = slip || isDamaged ? 'UNSTABLE_REFNO_ON_SLIP' : 'INVALID_SLIP';
    return { outcome: 'unreadable', reason };
  }

  async #scan(
    pass: (typeof PASSES)[number],
    jpeg: Uint8Array,
    workMs: number,
    giveUpMs: number,
  ): Promise<Scan> {
    const picture = await preparePass(pass, jpeg);
    try {
      return await this.#threads.scan(picture, pass, { workMs, waitMs: giveUpMs - performance.now() });
    } catch (error) {
      if (error instanceof ScanTimeout) return { texts: [], tookMs: workMs };
      throw error;
    }
  }
}
