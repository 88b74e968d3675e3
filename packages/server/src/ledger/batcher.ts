interface Waiting<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/**
 * Group commit: while one batch is in flight, what arrives is collected for the next. One caller alone
 * waits for nothing; many together share one statement and one commit.
 */
export class Batcher<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #limit: number;
  #waiting: Waiting<I, O>[] = [];
  #inFlight = false;

  /**
   * @param run does a batch; answers one result an item, in order
   * @param limit most items in a batch
   */
  constructor(run: (items: readonly I[]) => Promise<readonly O[]>, limit: number) {
    this.#run = run;
    this.#limit = limit;
  }

  submit(item: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#inFlight) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#limit);
      try {
        const results = await this.#run(batch.map((waiting) => waiting.item));
        batch.forEach((waiting, index) => waiting.resolve(results[index] as O));
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#inFlight = false;
  }
}
