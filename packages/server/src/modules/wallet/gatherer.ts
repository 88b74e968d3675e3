/**
 * Gathers keys and hands them over together, each once: at the end of the current tick after a quiet time, and
 * never again within `everyMs` of the last time.
 */
export class Gatherer<Key> {
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
    // What nobody has been told of yet keeps no process alive: they ask by themselves in the end.
    this.#timer.unref();
  }

  /** Hands nothing over any more: whoever would hear of it is closing, though work still ends meanwhile. */
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
