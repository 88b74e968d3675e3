/** Lets any number of steps run together, and sometimes one task alone. Exclusive tasks go first. */
export class Gate {
  #inside = 0;
  #alone: Promise<void> | undefined;
  #emptied: (() => void) | undefined;

  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#emptied?.();
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    let open = (): void => {};
    this.#alone = new Promise((resolve) => (open = resolve));
    try {
      if (this.#inside > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
      return await work();
    } finally {
      this.#emptied = undefined;
      this.#alone = undefined;
      open();
    }
  }
}
