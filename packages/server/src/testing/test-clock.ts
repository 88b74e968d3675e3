import type { Clock } from '../kernel/clock.ts';

/** A clock that stands still at its creation time until it is moved forward. */
export class TestClock implements Clock {
  #nowMs = Date.now();

  now(): Date {
    return new Date(this.#nowMs);
  }

  forward(ms: number): void {
    this.#nowMs += ms;
  }
}
