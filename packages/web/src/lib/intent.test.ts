import { describe, expect, it } from 'vitest';
import { ApiError, CONNECTION_ERROR } from './api-error.ts';
import { runIntent } from './intent.ts';

const lost = () => new ApiError(CONNECTION_ERROR, 0);

/** Runs an intent and gives back the key it went out under, whatever came of it. */
async function keyOf(content: unknown, outcome?: Error, name = 'withdraw'): Promise<string> {
  let used = '';
  await runIntent(name, content, (key) => {
    used = key;
    return outcome ? Promise.reject(outcome) : Promise.resolve('done');
  }).catch(() => undefined);
  return used;
}

describe('runIntent', () => {
  it('sends the same key again while the outcome is unknown', async () => {
    const first = await keyOf({ amount: 100 }, lost());
    expect(await keyOf({ amount: 100 }, new ApiError('INTERNAL_SERVER_ERROR', 500))).toBe(first);
    expect(await keyOf({ amount: 100 }, new ApiError('SERVICE_UNAVAILABLE', 503))).toBe(first);
    expect(await keyOf({ amount: 100 }, new ApiError('', 502))).toBe(first);
    expect(await keyOf({ amount: 100 })).toBe(first);
  });

  it('makes a new key after a definite answer, good or bad', async () => {
    const first = await keyOf({ amount: 100 });
    const second = await keyOf({ amount: 100 }, new ApiError('MONEY_NOT_ENOUGH', 409));
    const third = await keyOf({ amount: 100 }, new ApiError('SLOT_ACTIVATE_FAIL', 503));
    const fourth = await keyOf({ amount: 100 });
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it('is another intent when its content or its kind is another', async () => {
    const first = await keyOf({ amount: 100 }, lost());
    expect(await keyOf({ amount: 200 }, lost())).not.toBe(first);
    expect(await keyOf({ amount: 200 }, lost(), 'transfer')).not.toBe(first);
  });

  it('has stored the key before anything is sent, so that a reload does not lose it', async () => {
    let storedBefore = '';
    await runIntent('withdraw', { amount: 1 }, (key) => {
      storedBefore = window.sessionStorage.getItem('intent:withdraw') ?? '';
      expect(storedBefore).toContain(key);
      return Promise.resolve();
    });
    expect(storedBefore).not.toBe('');
    expect(window.sessionStorage.getItem('intent:withdraw')).toBeNull();
  });

  it('does without what it cannot read in storage', async () => {
    window.sessionStorage.setItem('intent:withdraw', '{broken');
    expect(await keyOf({ amount: 1 })).toMatch(/^[0-9a-f]{32}$/);
  });
});
