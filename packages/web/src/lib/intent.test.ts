import { describe, expect, it, vi } from 'vitest';
import { ApiError, CONNECTION_ERROR, NOTHING_SENT } from './api-error.ts';
import { heldIntents, runIntent, onDroppedElsewhere, type Intent } from './intent.ts';
import { clearStoredSession, saveToken } from './session-token.ts';

const lost = () => new ApiError(CONNECTION_ERROR, 0);

/** Runs an intent and returns its idempotency key, whatever the outcome. */
async function keyOf(
  { amount }: { amount: number },
  outcome?: Error,
  name: 'withdraw' | 'qr' = 'withdraw',
): Promise<string> {
  let used = '';
  const text = String(amount);
  const send = (key: string) => {
    used = key;
    return outcome ? Promise.reject(outcome) : Promise.resolve('done');
  };
  const running =
    name === 'withdraw'
      ? runIntent(name, { amount: text, isWhole: false }, send)
      : runIntent(name, { provider: 'KBANK', amount: text }, send);
  await running.catch(() => undefined);
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
    expect(await keyOf({ amount: 200 }, lost(), 'qr')).not.toBe(first);
  });

  it('has stored the key before anything is sent, so that a reload does not lose it', async () => {
    let storedBefore = '';
    await runIntent('withdraw', { amount: '1', isWhole: false }, (key) => {
      storedBefore = window.sessionStorage.getItem('intents') ?? '';
      expect(storedBefore).toContain(key);
      return Promise.resolve();
    });
    expect(storedBefore).not.toBe('');
    expect(window.sessionStorage.getItem('intents')).toBeNull();
  });

  it('does without what it cannot read in storage', async () => {
    window.sessionStorage.setItem('intents', '{broken');
    expect(await keyOf({ amount: 1 })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('keeps several that are unsure side by side, and says since when', async () => {
    await keyOf({ amount: 1 }, lost());
    await keyOf({ amount: 2 }, lost());
    expect(heldIntents()).toMatchObject([
      { name: 'withdraw', content: { amount: '1' }, isUnsure: true },
      { name: 'withdraw', content: { amount: '2' }, isUnsure: true },
    ]);
    await keyOf({ amount: 1 });
    expect(heldIntents()).toMatchObject([{ content: { amount: '2' } }]);
  });

  it('takes being asked too often for no word on the earlier try', async () => {
    const first = await keyOf({ amount: 1 }, lost());
    expect(await keyOf({ amount: 1 }, new ApiError('TOO_MANY_REQUESTS', 429))).toBe(first);
    expect(await keyOf({ amount: 1 })).toBe(first);
  });

  it('sends and keeps nothing without a network, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const send = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await expect(runIntent('refund', null, send)).rejects.toMatchObject({
      code: NOTHING_SENT,
      isDefinite: true,
    });
    expect(send).not.toHaveBeenCalled();
    expect(heldIntents()).toEqual([]);
  });

  it('does not call that nothing whose earlier try may have arrived', async () => {
    const send = () => Promise.reject(lost());
    await expect(runIntent('refund', null, send)).rejects.toMatchObject({ code: CONNECTION_ERROR });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(runIntent('refund', null, send)).rejects.toMatchObject({ code: CONNECTION_ERROR });
    expect(heldIntents()).toHaveLength(1);
  });

  it('does not call that nothing which a page sent that is gone', async () => {
    void runIntent('refund', null, () => new Promise(() => {}));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const send = () => Promise.reject(lost());
    await expect(runIntent('refund', null, send)).rejects.toMatchObject({ code: CONNECTION_ERROR });
  });

  it('that another window drops is told of, unless the session ends with it', async () => {
    vi.useFakeTimers();
    try {
      saveToken('a', true);
      const dropped = vi.fn<(intents: readonly Intent[]) => void>();
      const stop = onDroppedElsewhere(dropped);
      const before = JSON.stringify([{ name: 'refund', key: 'k', content: null, atMs: 1, isUnsure: true }]);
      const drop = () =>
        window.dispatchEvent(new StorageEvent('storage', { key: 'intents', oldValue: before }));
      drop();
      vi.advanceTimersByTime(1_000);
      expect(dropped.mock.calls).toMatchObject([[[{ key: 'k' }]]]);
      drop();
      saveToken('b', true);
      vi.advanceTimersByTime(1_000);
      expect(dropped).toHaveBeenCalledTimes(1);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('lies where the token lies, and goes with it', async () => {
    saveToken('a', true);
    await keyOf({ amount: 1 }, lost());
    expect(window.localStorage.getItem('intents')).toContain('withdraw');
    expect(window.sessionStorage.getItem('intents')).toBeNull();
    clearStoredSession();
    expect(window.localStorage.getItem('intents')).toBeNull();

    saveToken('b', false);
    await keyOf({ amount: 1 }, lost());
    expect(window.localStorage.getItem('intents')).toBeNull();
    expect(window.sessionStorage.getItem('intents')).toContain('withdraw');
    saveToken('c', false);
    expect(heldIntents()).toEqual([]);
  });

  it('keeps nothing for whoever is there when the answer fails to come', async () => {
    saveToken('a', true);
    await runIntent('refund', null, () => {
      saveToken('b', true);
      return Promise.reject(lost());
    }).catch(() => undefined);
    expect(heldIntents()).toEqual([]);
  });
});
