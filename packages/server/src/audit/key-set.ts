import { createHash } from 'node:crypto';

const FIRST_SLOTS = 1024;
const EMPTY = 0n;

/**
 * A set of seen keys, eight bytes and a mark each, so that millions fit into memory. Keys are compared by 64
 * bits of their digest: among ten million of them, a collision has a probability of one in 300,000.
 */
export class KeySet {
  #digests = new BigUint64Array(FIRST_SLOTS);
  #isMarked = new Uint8Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns whether the key is new */
  add(key: string): boolean {
    if (this.#size * 2 >= this.#digests.length) this.#grow();
    const digest = digestOf(key);
    const slot = this.#slotOf(digest);
    if (this.#digests[slot] !== EMPTY) return false;
    this.#digests[slot] = digest;
    this.#size += 1;
    return true;
  }

  /** Marks a key. @returns `absent`, or whether it is the first time */
  mark(key: string): 'absent' | 'first' | 'again' {
    const slot = this.#slotOf(digestOf(key));
    if (this.#digests[slot] === EMPTY) return 'absent';
    if (this.#isMarked[slot] === 1) return 'again';
    this.#isMarked[slot] = 1;
    return 'first';
  }

  #slotOf(digest: bigint): number {
    const mask = this.#digests.length - 1;
    let slot = Number(digest & BigInt(mask));
    while (this.#digests[slot] !== EMPTY && this.#digests[slot] !== digest) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [digests, isMarked] = [this.#digests, this.#isMarked];
    this.#digests = new BigUint64Array(digests.length * 2);
    this.#isMarked = new Uint8Array(digests.length * 2);
    digests.forEach((digest, from) => {
      if (digest === EMPTY) return;
      const to = this.#slotOf(digest);
      this.#digests[to] = digest;
      this.#isMarked[to] = isMarked[from] ?? 0;
    });
  }
}

function digestOf(key: string): bigint {
  const digest = createHash('sha256').update(key).digest().readBigUInt64LE();
  // Zero marks a free slot.
  return digest === EMPTY ? 1n : digest;
}
