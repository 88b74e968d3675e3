/** All that a test is told, in order: by a socket, a counterparty, a notification. */
export class Heard<T> {
  #all: T[] = [];
  readonly #looks = new Set<() => void>();

  get all(): readonly T[] {
    return this.#all;
  }

  /** Takes one in, as a listener. */
  readonly add = (one: T): void => {
    this.#all.push(one);
    for (const look of this.#looks) look();
  };

  forget(): void {
    this.#all = [];
  }

  /** Waits until a check of all that was heard holds. @throws Error with all that was heard, after `withinMs` */
  until(holds: (all: readonly T[]) => boolean, withinMs = 30_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(limit);
        this.#looks.delete(look);
        settle();
      };
      const look = (): void => {
        if (holds(this.#all)) end(resolve);
      };
      const fail = (): void => reject(new Error(`in ${withinMs} ms heard only ${JSON.stringify(this.#all)}`));
      const limit = setTimeout(() => end(fail), withinMs);
      this.#looks.add(look);
      look();
    });
  }
}
