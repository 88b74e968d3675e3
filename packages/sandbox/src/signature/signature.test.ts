import { describe, expect, it } from 'vitest';
import { startWorld, testClock } from '../testing/world.ts';
import { sign, verify, type SignedParts } from './signature.ts';

const SECRET = 'a secret of the test';
const NOW = 1_767_323_045_000;
const PARTS: SignedParts = { method: 'POST', path: '/sms/messages?a=1', body: '{"to":"0812345678"}' };

const signed = () => {
  const headers = sign(SECRET, NOW, PARTS);
  return [headers['x-timestamp'], headers['x-signature']] as const;
};

describe('the signature', () => {
  it('is HMAC-SHA256 over timestamp, method, path with query and raw body', () => {
    expect(sign(SECRET, NOW, PARTS)).toEqual({
      'x-timestamp': '1767323045000',
      'x-signature': '0be2f66f5377083958d4d432287e1d252e30d2c0852761cc4948806ee0aafe12',
    });
  });

  it('holds for what was signed, up to five minutes off', () => {
    for (const offMs of [-300_000, 0, 300_000]) {
      expect(verify(SECRET, NOW + offMs, PARTS, ...signed())).toBe(true);
    }
  });

  it.each([
    ['another method', { ...PARTS, method: 'PUT' }],
    ['another path', { ...PARTS, path: '/sms/messages' }],
    ['another body', { ...PARTS, body: '{"to":"0812345679"}' }],
  ])('does not hold for %s', (_what, parts) => {
    expect(verify(SECRET, NOW, parts, ...signed())).toBe(false);
  });

  it('does not hold with another secret, too early, too late, or in another form', () => {
    const [timestamp, signature = ''] = signed();
    expect(verify('another secret', NOW, PARTS, timestamp, signature)).toBe(false);
    expect(verify(SECRET, NOW + 300_001, PARTS, timestamp, signature)).toBe(false);
    expect(verify(SECRET, NOW - 300_001, PARTS, timestamp, signature)).toBe(false);
    expect(verify(SECRET, NOW, PARTS, undefined, signature)).toBe(false);
    expect(verify(SECRET, NOW, PARTS, timestamp, undefined)).toBe(false);
    expect(verify(SECRET, NOW, PARTS, `${timestamp}.0`, signature)).toBe(false);
    expect(verify(SECRET, NOW, PARTS, timestamp, signature.slice(1))).toBe(false);
    expect(verify(SECRET, NOW, PARTS, timestamp, `${signature}00`)).toBe(false);
  });
});

describe('the protocols', () => {
  it.each(['/sms/messages', '/gateway/KBANK/orders', '/provider/PG/players', '/bank/payouts'])(
    'POST %s is closed to the unsigned',
    async (path) => {
      const world = await startWorld();
      expect(await world.control('POST', path, { reference: 'r' })).toEqual({
        status: 401,
        body: { error: 'bad_signature', message: 'bad_signature' },
      });
    },
  );

  it('are closed to another secret and to yesterday’s signature', async () => {
    const clock = testClock();
    const world = await startWorld({ now: clock.now, secret: 'the secret of both' });
    const path = '/gateway/KBANK/payments';
    expect((await world.call('GET', path)).status).toBe(200);

    const wrong = sign('another secret', clock.now(), { method: 'GET', path, body: '' });
    expect((await fetch(world.url + path, { headers: wrong })).status).toBe(401);

    const old = sign('the secret of both', clock.now(), { method: 'GET', path, body: '' });
    clock.forward(24 * 3600_000);
    expect((await fetch(world.url + path, { headers: old })).status).toBe(401);
  });

  it('tell a bad body only to whoever signed it', async () => {
    const world = await startWorld();
    const path = '/sms/messages';
    const post = (headers: Record<string, string>) =>
      fetch(world.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"to":',
      });
    expect((await post({})).status).toBe(401);
    const headers = sign('sandbox-only-secret', Date.now(), { method: 'POST', path, body: '{"to":' });
    const answer = await post(headers);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'bad_body', message: 'the body is not JSON' });
  });
});
