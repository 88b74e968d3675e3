/** When the sandbox does what it does later, and how long it says nothing to a call that gets no answer. */
export interface Time {
  /** @returns a function that cancels the work */
  after(delayMs: number, work: () => unknown): () => void;
  /** For this long a call without an answer is kept open. */
  readonly silenceMs: number;
  /** For this long the answer to a callback is waited for. */
  readonly patienceMs: number;
}

/** Longer than a caller waits. */
export const SILENCE_MS = 60_000;
const PATIENCE_MS = 5_000;
/** No answer of a busy machine takes this long. */
const PATIENCE_OF_TESTS_MS = 60_000;

/** Time that passes by itself. */
export class PassingTime implements Time {
  readonly silenceMs: number;
  readonly patienceMs = PATIENCE_MS;

  constructor(silenceMs = SILENCE_MS) {
    this.silenceMs = silenceMs;
  }

  after(delayMs: number, work: () => unknown): () => void {
    const timer = setTimeout(work, Math.max(0, delayMs)).unref();
    return () => clearTimeout(timer);
  }
}

/**
 * Time in the hand of a test: work waits until it is due by the test's clock and asked for, and a call without an
 * answer is cut off at once.
 */
export class AskedTime implements Time {
  readonly silenceMs = 0;
  readonly patienceMs = PATIENCE_OF_TESTS_MS;
  readonly #now: () => number;
  #waiting: { dueAt: number; work: () => unknown }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  after(delayMs: number, work: () => unknown): () => void {
    const entry = { dueAt: this.#now() + delayMs, work };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  /** Does what is due, the earliest first. @returns whether anything was */
  async workOff(): Promise<boolean> {
    const isDue = ({ dueAt }: { dueAt: number }): boolean => dueAt <= this.#now();
    const due = this.#waiting.filter(isDue).sort((a, b) => a.dueAt - b.dueAt);
    this.#waiting = this.#waiting.filter((entry) => !due.includes(entry));
    for (const { work } of due) await work();
    return due.length > 0;
  }
}
