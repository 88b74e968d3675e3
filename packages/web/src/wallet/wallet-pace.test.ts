import { describe, expect, it } from 'vitest';
import { EAGER_MS, LIVE_MS, paceOf } from './wallet-pace.ts';

describe('how often balances are asked for', () => {
  it.each([
    ['the server tells', true, false, 0, LIVE_MS],
    ['it tells of what is under way too', true, true, 0, LIVE_MS],
    ['something has just happened', false, false, 59_999, EAGER_MS],
    ['nothing has for a while', false, false, 60_000, 10_000],
    ['nothing has for long', false, false, 300_000, 30_000],
    ['money is under way, however long', false, true, 3_600_000, EAGER_MS],
  ])('%s', (_, isLive, isUnderWay, quietMs, pace) => {
    expect(paceOf(isLive, isUnderWay, quietMs)).toBe(pace);
  });
});
