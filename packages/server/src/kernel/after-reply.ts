import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that begins once the reply of a call is on its way, so that the reply neither waits for it nor tells of it. */
export class AfterReply {
  readonly #logger: Logger;
  readonly #onFailure: string;
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  /** @param onFailure the log's line for work that throws */
  constructor(logger: Logger, onFailure: string) {
    this.#logger = logger;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Begins nothing more and waits for what is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** Waits for what is running. @returns whether there was anything */
  async round(): Promise<boolean> {
    const hadWork = this.#running.size > 0;
    await Promise.all(this.#running);
    return hadWork;
  }

  run(work: () => Promise<unknown>): void {
    if (this.#isStopped) return;
    const running = nextTurn()
      .then(work)
      .then(() => undefined)
      .catch((error: unknown) => this.#logger.error({ err: error }, this.#onFailure))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
