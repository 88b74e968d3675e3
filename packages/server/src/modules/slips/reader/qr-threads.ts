import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** A grayscale picture, one byte per pixel. */
export interface GrayPicture {
  gray: Uint8Array;
  width: number;
  height: number;
}

export interface ScanOptions {
  /** Binarization: by the pixel's surroundings, or by the whole picture. */
  binarizer: 'LocalAverage' | 'GlobalHistogram';
  /** Closes the gaps of a noisy picture first. */
  denoise: boolean;
}

interface Reply {
  texts?: string[];
  error?: string;
}

/** A scan exceeded its time limit. */
export class ScanTimeout extends Error {
  override name = 'ScanTimeout';
}

/**
 * Pool of threads that scan for QR codes, started on first use. A thread that exceeds the time limit is
 * terminated.
 */
export class QrThreads {
  readonly #turn: ReturnType<typeof pLimit>;
  readonly #idle: QrThread[] = [];
  readonly #all = new Set<QrThread>();

  constructor(threads: number) {
    this.#turn = pLimit(threads);
  }

  /**
   * Scans a picture for QR codes. Transfers the picture's buffer.
   * @returns the text of each code found
   * @throws ScanTimeout
   */
  scan(picture: GrayPicture, options: ScanOptions, timeoutMs: number): Promise<string[]> {
    return this.#turn(async () => {
      const thread = this.#idle.pop() ?? this.#start();
      try {
        const texts = await thread.scan(picture, options, timeoutMs);
        this.#idle.push(thread);
        return texts;
      } catch (error) {
        this.#all.delete(thread);
        await thread.end();
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#all].map((thread) => thread.end()));
    this.#all.clear();
  }

  #start(): QrThread {
    const thread = new QrThread();
    this.#all.add(thread);
    return thread;
  }
}

/** One thread. It scans one picture at a time. */
class QrThread {
  readonly #worker = new Worker(new URL('./zxing-worker.js', import.meta.url));
  readonly #ready: Promise<unknown>;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor() {
    // A thread that waits for a picture does not keep a process from ending.
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#waiting?.resolve(reply));
    this.#worker.on('error', (error) => this.#waiting?.reject(error));
    this.#worker.on('exit', () => this.#waiting?.reject(new Error('the QR thread has ended')));
    this.#ready = this.#nextReply();
  }

  async scan(
    { gray, width, height }: GrayPicture,
    options: ScanOptions,
    timeoutMs: number,
  ): Promise<string[]> {
    // The time limit does not include loading the library.
    await this.#ready;
    const { binarizer, denoise } = options;
    this.#worker.postMessage({ gray, width, height, binarizer, denoise }, [gray.buffer as ArrayBuffer]);
    const replying = this.#nextReply();
    const timer = setTimeout(() => this.#waiting?.reject(new ScanTimeout()), timeoutMs);
    try {
      const { texts, error } = await replying;
      if (!texts) throw new Error(`the QR thread failed: ${error}`);
      return texts;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #nextReply(): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}
