import type { Logger } from 'pino';

export interface WorkerOptions {
  /** For the log. */
  name: string;
  /** Pause between rounds that found nothing more to do. */
  everyMs: number;
  /** One round of work. @returns true when there is more waiting, so that the next begins at once */
  round: () => Promise<boolean>;
  logger: Logger;
}

/** However long it has failed for, work is tried again within this time. */
const LONGEST_PAUSE_MS = 5_000;

/** Work that a server process does by itself, again and again, until it is stopped. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failedInARow = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#schedule(0);
  }

  /** Begins nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  /** Does a piece of work beside the rounds, in the background; nothing once stopped. */
  run(work: () => Promise<void>): void {
    if (!this.#stopped) this.#track(work());
  }

  #schedule(delayMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#track(this.#round()), delayMs);
  }

  async #round(): Promise<void> {
    let hasMore = false;
    this.#failedInARow += 1;
    try {
      hasMore = await this.#options.round();
      this.#failedInARow = 0;
    } finally {
      this.#schedule(hasMore ? 0 : this.#pauseMs());
    }
  }

  /** Twice as long after each failure: what is away is not helped by being asked more often. */
  #pauseMs(): number {
    const { everyMs } = this.#options;
    return Math.max(everyMs, Math.min(LONGEST_PAUSE_MS, everyMs * 2 ** Math.min(this.#failedInARow, 16)));
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error, worker: this.#options.name }, 'background work failed');
      })
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
