import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OUR_EWALLET = '0600000011';
/** The emulator's: docs/protocol/services.md. */
const MERCHANT_SECRET = 'demo-truemoney-webhook-secret';

describe('transfers that TrueMoney reports by its webhook', () => {
  let server: TestServer;

  beforeAll(async () => {
    const { services, environment } = readSettings({
      ...HOUSE_SERVICES,
      EWALLET_SERVICE: 'truemoney',
      EWALLET_SECRET: MERCHANT_SECRET,
      EWALLET_WALLET: OUR_EWALLET,
    });
    server = await startTestServer({ settings: { services, environment } });
    await server.world.control('PUT', '/webhooks/truemoney', { url: `${server.url}/api/callback/ewallet` });
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const transfer = (fromPhone: string, amount: number) =>
    server.world.control('POST', '/wallet/transfer', { fromPhone, toWallet: OUR_EWALLET, amount });
  const send = async (claims: object, secret = MERCHANT_SECRET) => {
    const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' });
    const message = await jwt.sign(new TextEncoder().encode(secret));
    return server.api.send('POST', '/api/callback/ewallet', { message }, {});
  };
  const claimsOf = (sender: string, more: object = {}) => ({
    event_type: 'P2P',
    received_time: new Date().toISOString(),
    amount: 10_000,
    sender_mobile: sender,
    transaction_id: `test-${sender}`,
    ...more,
  });

  it('are credited to the member with that phone, once', async () => {
    const member = await server.members.join();
    await server.world.fault('ewallet:truemoney', 'duplicate');
    for (const amount of [100, 200]) await transfer(member.registration.username, amount);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 300 });
    await server.world.heal();
    await transfer(member.registration.username, 50);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 350 });
  });

  it('are credited once without the id of a transaction, too', async () => {
    const member = await server.members.join();
    await server.world.fault('ewallet:truemoney', 'alternate');
    await transfer(member.registration.username, 100);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 100 });
    const { transaction_id: _id, ...claims } = claimsOf(member.registration.username);
    expect([(await send(claims)).status, (await send(claims)).status]).toEqual([200, 200]);
    expect(await member.wallet()).toMatchObject({ amount: 200 });
  });

  it('are refused with another secret', async () => {
    const member = await server.members.join();
    const claims = claimsOf(member.registration.username);
    expect(await send(claims, 'another-secret')).toMatchObject({ status: 401 });
    expect(await member.wallet()).toMatchObject({ amount: 0 });
    expect((await send(claims)).status).toBe(200);
    expect(await member.wallet()).toMatchObject({ amount: 100 });
  });

  it('are set aside for staff where they make no sense, or contradict an earlier one', async () => {
    const member = await server.members.join();
    const claims = claimsOf(member.registration.username);
    expect((await send({ ...claims, amount: -1 })).status).toBe(200);
    expect((await send({ ...claims, event_type: 'TOPUP' })).status).toBe(200);
    expect((await send(claims)).status).toBe(200);
    expect((await send({ ...claims, amount: 20_000 })).status).toBe(200);
    expect(await member.wallet()).toMatchObject({ amount: 100 });
    const kept = await server.database.queries
      .selectFrom('rejected_entry')
      .select(['source', 'form'])
      .where('source', '=', 'ewallet')
      .orderBy('created_at')
      .execute();
    expect(kept).toEqual([
      { source: 'ewallet', form: 'callback' },
      { source: 'ewallet', form: 'callback' },
      { source: 'ewallet', form: 'read' },
    ]);
  });
});

describe('a wallet with a feed', () => {
  it('takes no callbacks', async () => {
    const server = await startTestServer();
    try {
      const forged = await server.api.send('POST', '/api/callback/ewallet', { message: 'x' }, {});
      expect(forged.status).toBe(401);
    } finally {
      await server.stop();
    }
  });
});
