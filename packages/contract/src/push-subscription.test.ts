import { describe, expect, it } from 'vitest';
import { subscribeBrowser, type PushBrowser } from './push-subscription.ts';

const KEY = Buffer.from('a key of the server').toString('base64url');
const OTHER = Buffer.from('another key').toString('base64url');

/** A browser that counts its subscriptions. @param current the key for which it is subscribed */
function browser(current?: string) {
  let made = 0;
  const ended: string[] = [];
  const subscriptionFor = (key: Uint8Array<ArrayBuffer>) => {
    made += 1;
    const endpoint = `https://push.example/${made}`;
    return {
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => ended.push(endpoint) > 0,
    };
  };
  const kept =
    current === undefined ? null : subscriptionFor(new Uint8Array(Buffer.from(current, 'base64url')));
  const registrar = {
    getSubscription: async () => kept,
    subscribe: async (options: { applicationServerKey: Uint8Array<ArrayBuffer> }) =>
      subscriptionFor(options.applicationServerKey),
  };
  return { registrar, ended };
}

describe('a browser that subscribes for pushes', () => {
  const told: PushBrowser[] = [];
  const tell = async (one: PushBrowser) => told.push(one);
  const FIRST = 'https://push.example/1';

  it('is told to the server', async () => {
    const { registrar } = browser();
    expect(await subscribeBrowser(registrar, { publicKey: KEY, own: null }, tell)).toBe(FIRST);
    expect(told).toEqual([{ endpoint: FIRST, p256dh: 'p', auth: 'a' }]);
  });

  it('keeps the subscription that its session made for the same key', async () => {
    const { registrar, ended } = browser(KEY);
    expect(await subscribeBrowser(registrar, { publicKey: KEY, own: FIRST }, tell)).toBe(FIRST);
    expect(ended).toEqual([]);
  });

  it.each([
    ['another key', OTHER, FIRST],
    ['another session', KEY, null],
    ['an earlier time', KEY, 'https://push.example/0'],
  ])('ends a subscription of %s', async (_, current, own) => {
    const { registrar, ended } = browser(current);
    expect(await subscribeBrowser(registrar, { publicKey: KEY, own }, tell)).toBe('https://push.example/2');
    expect(ended).toEqual([FIRST]);
  });

  it('ends a new subscription that the server does not take, and keeps its own', async () => {
    const refuse = () => Promise.reject(new Error('no'));
    const fresh = browser();
    const asNew = subscribeBrowser(fresh.registrar, { publicKey: KEY, own: null }, refuse);
    await expect(asNew).rejects.toThrow('no');
    expect(fresh.ended).toEqual([FIRST]);
    const kept = browser(KEY);
    const again = subscribeBrowser(kept.registrar, { publicKey: KEY, own: FIRST }, refuse);
    await expect(again).rejects.toThrow('no');
    expect(kept.ended).toEqual([]);
  });
});
