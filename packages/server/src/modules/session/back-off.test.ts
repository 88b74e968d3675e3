import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORGET_AFTER_MS, LONGEST_WAIT_MS, waitAfterMs } from './back-off.ts';

const tries = fc.integer({ min: 1, max: 100_000 });
const free = fc.integer({ min: 1, max: 1_000 });

describe('the wait after a try in vain', () => {
  it('is never negative, never longer than the longest, and always whole', () => {
    fc.assert(
      fc.property(tries, free, (n, f) => {
        const wait = waitAfterMs(n, f);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(LONGEST_WAIT_MS);
        expect(Number.isSafeInteger(wait)).toBe(true);
      }),
    );
  });

  it('never gets shorter, and grows twofold until it is the longest', () => {
    fc.assert(
      fc.property(tries, free, (n, f) => {
        const [wait, next] = [waitAfterMs(n, f), waitAfterMs(n + 1, f)];
        if (wait === 0) expect(next === 0).toBe(n + 1 < f);
        else expect(next).toBe(Math.min(2 * wait, LONGEST_WAIT_MS));
      }),
    );
  });

  it('is over before the tries are forgotten', () => {
    expect(LONGEST_WAIT_MS).toBeLessThan(FORGET_AFTER_MS);
  });
});
