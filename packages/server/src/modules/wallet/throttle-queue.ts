/**
 * Collects keys and passes them on in batches, each key once. After a quiet time a batch goes out at the end
 * of the current tick, and then at most once per `everyMs`.
 */
export class ThrottleQueue<Key> {
  readonly #everyMs: number;
  readonly #hand: (keys: readonly Key[]) => void;
  #gathered = new Set<Key>();
  #handedAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(everyMs: number, hand: (keys: readonly Key[]) => void) {
    this.#everyMs = everyMs;
    this.#hand = hand;
  }

  add(keys: readonly Key[]): void {
    if (this.#isStopped) return;
    for (const key of keys) this.#gathered.add(key);
    if (this.#timer || this.#gathered.size === 0) return;
    const waitMs = Math.max(0, this.#handedAtMs + this.#everyMs - performance.now());
    this.#timer = setTimeout(() => this.#handOver(), waitMs);
    // Pending keys do not keep the process alive. Browsers refresh by themselves in the end.
    this.#timer.unref();
  }

  /** Stops passing keys on. Receivers are closing, though work may still end meanwhile. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#gathered.clear();
  }

  #handOver(): void {
    const keys = [...this.#gathered];
    this.#gathered = new Set();
    this.#timer = undefined;
    this.#handedAtMs = performance.now();
    this.#hand(keys);
  }
}
