/** Reproducible random numbers: the same seed gives the same numbers on every machine. */

export class SeededDice {
  #state: number;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (const byte of Buffer.from(seed, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
    this.#state = hash >>> 0;
  }

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Returns one letter of a text. */
  letter(letters: string): string {
    return letters.charAt(this.whole(0, letters.length - 1));
  }

  /** Returns one item of a non-empty list. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.whole(0, list.length - 1)] ?? list[0];
  }
}
