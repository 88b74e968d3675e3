import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SECRET = 'demo-line-channel-secret';

/** Doors of counterparties that call from known addresses, behind a proxy that is trusted. */
describe('a callback', () => {
  let server: TestServer;

  beforeAll(async () => {
    const environment = {
      DESK_SERVICE: 'line',
      DESK_TOKEN: 'demo-line-access-token',
      DESK_SECRET: SECRET,
      DESK_CHAT: `C${'de'.repeat(16)}`,
      DESK_SENDERS: '203.0.113.0/24, 2001:db8:1::/48',
      BANK_SENDERS: '198.51.100.7',
      GATEWAY_KBANK_SENDERS: '198.51.100.8',
      PROVIDER_PG_SENDERS: '198.51.100.9',
      EWALLET_SENDERS: '198.51.100.10',
    };
    const { services } = readSettings({ ...HOUSE_SERVICES, ...environment });
    server = await startTestServer({ settings: { services, environment } });
  });
  afterAll(() => server.stop());

  const post = (path: string, from: string | undefined, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/callback/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...headers,
      },
      body: '{"events":[]}',
    });
  const signed = {
    'x-line-signature': createHmac('sha256', SECRET).update('{"events":[]}').digest('base64'),
  };

  it.each([
    ['of the list', '203.0.113.9', 200],
    ['of a range of IPv6', '2001:db8:1:2::3', 200],
    ['of the list, as a mapped address', '::ffff:203.0.113.9', 200],
    ['of the list, by the nearest proxy', '192.0.2.1, 203.0.113.9', 200],
    ['of a stranger', '192.0.2.1', 401],
    ['of a stranger who names one of the list', '203.0.113.9, 192.0.2.1', 401],
    ['of the proxy itself', undefined, 401],
    ['of none', 'unknown', 401],
  ])('signed by the service is taken from an address %s: %s', async (_what, from, status) => {
    expect((await post('desk', from, signed)).status).toBe(status);
  });

  it('is not taken for its address alone', async () => {
    expect((await post('desk', '203.0.113.9')).status).toBe(401);
  });

  it.each([
    ['bank', '198.51.100.7'],
    ['gateway/KBANK', '198.51.100.8'],
    ['provider/PG/VerifySession', '198.51.100.9'],
    ['ewallet', '198.51.100.10'],
  ])('at the door of %s is refused before it is read, from another address', async (door, listed) => {
    const headers = { ...server.world.signCallback(`/api/callback/${door}`, '{"events":[]}') };
    const [right, wrong] = [await post(door, listed, headers), await post(door, '203.0.113.9', headers)];
    expect(wrong.status).toBe(401);
    // An authentic one, which the service would not send.
    if (door === 'bank' || door === 'gateway/KBANK') expect(right.status).toBe(200);
  });
});
