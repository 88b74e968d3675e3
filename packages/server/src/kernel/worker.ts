import type { Logger } from 'pino';

export interface WorkerOptions {
  /** Name in the log. */
  name: string;
  /** Pause between rounds that found no more work. */
  everyMs: number;
  /** Runs one round of work. @returns true if more is waiting, so that the next round starts at once */
  round: () => Promise<boolean>;
  logger: Logger;
}

/** Longest pause after failures, unless the normal pause is longer. */
const LONGEST_PAUSE_MS = 5_000;

/** Runs background work of a server process in rounds until it is stopped. */
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

  /** Starts nothing new and waits for running work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.idle();
  }

  /**
   * Runs one round now and waits for it and for extra work. A failure is logged.
   * @returns whether there may be more: a round said so, or extra work was running
   */
  async round(): Promise<boolean> {
    let hadExtra = this.#running.size > 0;
    let hasMore = false;
    this.#track(
      this.#options.round().then((more) => {
        hasMore = more;
      }),
    );
    await Promise.all(this.#running);
    // The round may have begun some.
    hadExtra ||= this.#running.size > 0;
    await this.idle();
    return hasMore || hadExtra;
  }

  /** Waits for running rounds and extra work. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Runs extra work in the background, beside the rounds; does nothing once stopped. */
  run(work: () => Promise<void>): void {
    if (!this.#stopped) this.#track(work());
  }

  #schedule(delayMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#track(this.#scheduledRound()), delayMs);
  }

  async #scheduledRound(): Promise<void> {
    let hasMore = false;
    this.#failedInARow += 1;
    try {
      hasMore = await this.#options.round();
      this.#failedInARow = 0;
    } finally {
      this.#schedule(hasMore ? 0 : this.#pauseMs());
    }
  }

  /** Doubles the pause after each failure: more frequent retries do not help an unavailable service. */
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
