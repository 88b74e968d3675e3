/** Returns the seed of a test: its own, unless `TEST_SEED` sets another. */
export const seedOf = (own: number): number => Number(process.env.TEST_SEED || own);

/** Reproducible pseudo-random numbers: the same seed gives the same run. */
export class Dice {
  #state: number;

  /** @param seed a whole number of 32 bits */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)] as T;
  }

  /** Returns a number from 0 up to but not including 1. A Weyl sequence through a 32-bit mixing function. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
}
