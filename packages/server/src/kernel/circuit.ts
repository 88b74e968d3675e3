import { randomInt } from 'node:crypto';

export interface CircuitRules {
  /** Failures in a row after which the service is left alone. */
  failures: number;
  /** First pause in milliseconds; each further one is twice as long. */
  pauseMs: number;
  /** Longest pause in milliseconds. */
  longestPauseMs: number;
}

/** How a call ended: the service answered, failed, or was not called at all. */
export type CallEnd = 'answered' | 'failed' | 'not_called';

/** Ends a call that was let through. Later calls of it do nothing. */
export type EndCall = (end: CallEnd) => void;

const chance = (): number => randomInt(2 ** 32) / 2 ** 32;

/**
 * Leaves a failing service alone. It opens after some failures in a row; then no call goes through until a pause is
 * over, and after it one probe at a time. A probe that fails makes the pause longer, and any answer closes the circuit.
 */
export class Circuit {
  readonly #rules: CircuitRules;
  readonly #nowMs: () => number;
  readonly #dice: () => number;
  readonly #onChange: (isOpen: boolean) => void;
  #failures = 0;
  /** Pauses since it opened; 0 while it is closed. */
  #pauses = 0;
  #probeAtMs = 0;
  #isProbing = false;

  constructor(parts: {
    rules: CircuitRules;
    /** Milliseconds of a clock that never goes back. */
    nowMs?: (() => number) | undefined;
    /** Returns a number from 0 to below 1, as `Math.random` does. */
    dice?: (() => number) | undefined;
    onChange: (isOpen: boolean) => void;
  }) {
    this.#rules = parts.rules;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    this.#dice = parts.dice ?? chance;
    this.#onChange = parts.onChange;
  }

  get isOpen(): boolean {
    return this.#pauses > 0;
  }

  /** Whether a call would be let through now. */
  get lets(): boolean {
    return !this.isOpen || (!this.#isProbing && this.#nowMs() >= this.#probeAtMs);
  }

  /** Begins a call that the circuit only watches: it goes through whatever the state is. */
  watch(): EndCall {
    return this.#enter(false);
  }

  /** Begins a call. @returns undefined while the service is left alone */
  enter(): EndCall | undefined {
    if (!this.lets) return undefined;
    if (!this.isOpen) return this.#enter(false);
    this.#isProbing = true;
    return this.#enter(true);
  }

  #enter(isProbe: boolean): EndCall {
    let isOver = false;
    return (end) => {
      if (isOver) return;
      isOver = true;
      if (isProbe) this.#isProbing = false;
      if (end === 'answered') this.#close();
      else if (end === 'failed') this.#failed(isProbe);
    };
  }

  #close(): void {
    this.#failures = 0;
    if (!this.isOpen) return;
    this.#pauses = 0;
    this.#onChange(false);
  }

  #failed(isProbe: boolean): void {
    this.#failures += 1;
    // Calls that began before it opened end later: they make no pause longer.
    if (this.isOpen && !isProbe) return;
    if (!this.isOpen && this.#failures < this.#rules.failures) return;
    this.#pauses += 1;
    this.#probeAtMs = this.#nowMs() + this.#pauseMs();
    if (this.#pauses === 1) this.#onChange(true);
  }

  /** Processes that failed together ask again at different times: half of a pause is by chance. */
  #pauseMs(): number {
    const { pauseMs, longestPauseMs } = this.#rules;
    const whole = Math.min(longestPauseMs, pauseMs * 2 ** Math.min(this.#pauses - 1, 20));
    return (whole / 2) * (1 + this.#dice());
  }
}
