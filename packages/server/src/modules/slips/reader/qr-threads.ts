import { readFileSync } from 'node:fs';
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

export interface Scan {
  /** Text of each code found. */
  texts: string[];
  /** Time that the thread has worked on it. */
  tookMs: number;
}

interface Reply {
  texts?: string[];
  error?: string;
  /** The system's number of the thread, in its first reply. */
  thread?: number;
}

/** A scan exceeded its time limit. */
export class ScanTimeout extends Error {
  override name = 'ScanTimeout';
}

/** The thread of a scan got too little of the processor: the scan tells nothing about the picture. */
export class ScanStarved extends Error {
  override name = 'ScanStarved';
}

/** Bounds of a scan, in milliseconds. */
export interface ScanLimits {
  /** The thread's own work. */
  workMs: number;
  /** Time for which a thread is waited for that gets little of the processor. */
  waitMs: number;
}

/** Shortest pause between looks at a thread's work. */
const LOOK_AGAIN_MS = 50;

/**
 * Returns the milliseconds that a thread has worked, by the system's count. Where there is none, it is the time that has
 * passed: the thread works all the time, then.
 */
export function workedMs(thread: number | undefined): number {
  try {
    // Nanoseconds on a processor come first (Linux, Documentation/scheduler/sched-stats.rst).
    const [onProcessor = ''] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ', 1);
    return Number(onProcessor) / 1_000_000 || performance.now();
  } catch {
    return performance.now();
  }
}

/**
 * Pool of threads that scan for QR codes, started on first use. A thread that exceeds the time limit is
 * terminated. The limit is for the thread's own work: its priority is low, and on a busy machine a good picture takes
 * many times as long.
 */
export class QrThreads {
  readonly #turn: ReturnType<typeof pLimit>;
  readonly #worked: typeof workedMs;
  readonly #idle: QrThread[] = [];
  readonly #all = new Set<QrThread>();

  constructor(threads: number, worked = workedMs) {
    this.#turn = pLimit(threads);
    this.#worked = worked;
  }

  /**
   * Scans a picture for QR codes. Transfers the picture's buffer.
   * @throws ScanTimeout, ScanStarved
   */
  scan(picture: GrayPicture, options: ScanOptions, limits: ScanLimits): Promise<Scan> {
    return this.#turn(async () => {
      const thread = this.#idle.pop() ?? this.#start();
      try {
        const scan = await thread.scan(picture, options, limits);
        this.#idle.push(thread);
        return scan;
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
    const thread = new QrThread(this.#worked);
    this.#all.add(thread);
    return thread;
  }
}

/** One thread. It scans one picture at a time. */
class QrThread {
  readonly #worker = new Worker(new URL('./zxing-worker.js', import.meta.url));
  readonly #ready: Promise<Reply>;
  readonly #worked: typeof workedMs;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor(worked: typeof workedMs) {
    this.#worked = worked;
    // A thread that waits for a picture does not keep a process from ending.
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#waiting?.resolve(reply));
    this.#worker.on('error', (error) => this.#waiting?.reject(error));
    this.#worker.on('exit', () => this.#waiting?.reject(new Error('the QR thread has ended')));
    this.#ready = this.#nextReply();
  }

  async scan({ gray, width, height }: GrayPicture, options: ScanOptions, limits: ScanLimits): Promise<Scan> {
    // The limits do not include loading the library.
    const { thread } = await this.#ready;
    const beganMs = this.#worked(thread);
    const worked = (): number => this.#worked(thread) - beganMs;
    const { binarizer, denoise } = options;
    this.#worker.postMessage({ gray, width, height, binarizer, denoise }, [gray.buffer as ArrayBuffer]);
    const replying = this.#nextReply();
    const stopLooking = this.#limit(worked, limits);
    try {
      const { texts, error } = await replying;
      if (!texts) throw new Error(`the QR thread failed: ${error}`);
      return { texts, tookMs: worked() };
    } finally {
      stopLooking();
    }
  }

  /** Fails the scan in progress once the thread has worked for too long, or has been waited for. */
  #limit(worked: () => number, { workMs, waitMs }: ScanLimits): () => void {
    const giveUpMs = performance.now() + waitMs;
    let timer: NodeJS.Timeout;
    const look = (): void => {
      const leftMs = workMs - worked();
      if (leftMs <= 0) this.#waiting?.reject(new ScanTimeout());
      else if (performance.now() >= giveUpMs) this.#waiting?.reject(new ScanStarved());
      else timer = setTimeout(look, Math.max(leftMs, LOOK_AGAIN_MS));
    };
    look();
    return () => clearTimeout(timer);
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
