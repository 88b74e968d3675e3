interface Waiting<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/** The result of an item that failed alone. */
export class Failure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Group commit: items that arrive while a batch is in flight form the next batch. A single caller does not
 * wait; concurrent callers share one statement and one commit.
 */
export class Batcher<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly (O | Failure)[]>;
  readonly #limit: number;
  readonly #done: (size: number, seconds: number) => void;
  #waiting: Waiting<I, O>[] = [];
  #inFlight = false;

  /**
   * @param run runs a batch; returns one result per item, in order; rejects when all have failed
   * @param limit most items in a batch
   * @param done called after every batch, failed ones included
   */
  constructor(
    run: (items: readonly I[]) => Promise<readonly (O | Failure)[]>,
    limit: number,
    done: (size: number, seconds: number) => void = () => undefined,
  ) {
    this.#run = run;
    this.#limit = limit;
    this.#done = done;
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
      const beganMs = performance.now();
      try {
        const results = await this.#run(batch.map((waiting) => waiting.item));
        batch.forEach((waiting, index) => {
          const result = results[index];
          if (result instanceof Failure) waiting.reject(result.error);
          else waiting.resolve(result as O);
        });
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
      this.#done(batch.length, (performance.now() - beganMs) / 1_000);
    }
    this.#inFlight = false;
  }
}
