import { AppError } from './app-error.ts';

/** Assumed duration of a run until one has ended. */
const FIRST_GUESS_MS = 20;
/** Weight of the newest run in the moving average. */
const NEWEST_SHARE = 0.1;

export interface QueueBounds {
  /** Most waiting runs per key. Further ones are refused at once. */
  mostWaiting: number;
  /** Longest wait of a run for its turn. */
  waitMs: number;
}

interface Waiter {
  begin(): void;
}

/**
 * Runs work of the same key one after another, in order of arrival, within this process. Different keys do
 * not wait for each other. A refused run has not begun and has no effect.
 */
export class SerialQueue {
  readonly #bounds: QueueBounds;
  /** One entry per key with a run. */
  readonly #waiting = new Map<string, Waiter[]>();
  #averageMs = FIRST_GUESS_MS;
  #refused: () => void = () => undefined;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Number of waiting runs, of all keys. */
  get waiting(): number {
    let count = 0;
    for (const waiters of this.#waiting.values()) count += waiters.length;
    return count;
  }

  /** Sets the listener of refused runs. */
  onRefused(listener: () => void): void {
    this.#refused = listener;
  }

  /**
   * Runs work after all earlier work of the key has ended, failed or not.
   * @param bounds overrides the queue's own
   * @throws AppError REQUEST_LIMIT when too many wait, or when this one has waited too long
   */
  async run<T>(key: string, work: () => Promise<T>, bounds: Partial<QueueBounds> = {}): Promise<T> {
    const waiters = this.#waiting.get(key);
    if (waiters) await this.#wait(waiters, { ...this.#bounds, ...bounds });
    else this.#waiting.set(key, []);
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += (performance.now() - beganMs - this.#averageMs) * NEWEST_SHARE;
      this.#beginNext(key);
    }
  }

  #wait(waiters: Waiter[], { mostWaiting, waitMs }: QueueBounds): Promise<void> {
    if (waiters.length >= mostWaiting) return Promise.reject(this.#refusal(waiters.length));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(this.#refusal(waiters.length));
      }, waitMs);
      const waiter = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      waiters.push(waiter);
    });
  }

  #refusal(waiting: number): AppError {
    this.#refused();
    return new AppError('REQUEST_LIMIT', { retryAfterMs: (waiting + 1) * this.#averageMs });
  }

  #beginNext(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next.begin();
    else this.#waiting.delete(key);
  }
}
