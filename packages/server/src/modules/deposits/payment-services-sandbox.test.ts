/** Deposits through SCB, Opn and Stripe as the sandbox plays them: its control calls pay, its webhooks tell of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { OutsideWorld } from '../../testing/counterparties-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SERVICES = [
  ['scb', 'KBANK'],
  ['opn', 'FP'],
  ['stripe', 'WW'],
] as const;

describe('deposits through the payment services of the sandbox', () => {
  let service: OutsideWorld;
  let server: TestServer;

  beforeAll(async () => {
    service = await OutsideWorld.start();
    const { services, environment } = readSettings({
      ...HOUSE_SERVICES,
      GATEWAY_KBANK_URL: `${service.url}/scb`,
      GATEWAY_KBANK_KEY: 'demo-scb-application-key',
      GATEWAY_KBANK_SECRET: 'demo-scb-application-secret',
      GATEWAY_KBANK_BILLER: '000000000000001',
      GATEWAY_KBANK_PREFIX: 'KRP',
      GATEWAY_FP_URL: `${service.url}/opn`,
      GATEWAY_FP_SECRET: 'skey_test_demo',
      GATEWAY_FP_WEBHOOK_SECRET: 'ZGVtby1vcG4td2ViaG9vay1zZWNyZXQ=',
      GATEWAY_WW_URL: `${service.url}/stripe`,
      GATEWAY_WW_SECRET: 'sk_test_demo',
      GATEWAY_WW_WEBHOOK_SECRET: 'whsec_demo_stripe',
      GATEWAY_WW_EMAIL: 'cashier@operator.example',
    });
    server = await startTestServer({
      settings: { services, environment },
      moreOutside: [service],
      content({ depositAccounts: { banks } }) {
        for (const account of banks) {
          const [name] = SERVICES.find(([, code]) => code === account.bankCode) ?? [];
          if (name) account.adapter = name;
        }
      },
    });
    for (const [name, code] of SERVICES) {
      const url = `${server.url}/api/callback/gateway/${code}`;
      await service.control('PUT', `/webhooks/${name}`, { url });
    }
  });
  afterEach(() => service.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await service.stop();
  });

  it.each(SERVICES)('are credited once by %s, told of twice', async (name, provider) => {
    const member = await server.members.join();
    const params = { provider };
    const made = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
    expect(made.hasQrcode).toBe(true);
    await service.fault(`gateway:${name}`, 'duplicate');
    // SCB carries the reference in two parts; the others carry it whole.
    const reference =
      name === 'scb' ? made.qrcodeId.replaceAll('-', '').toUpperCase().slice(0, 20) : made.qrcodeId;
    await service.control('POST', `/qr/${reference}/pay`, {});
    await server.workOff();
    expect(await service.callbacksWaiting()).toBe(0);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });
});
