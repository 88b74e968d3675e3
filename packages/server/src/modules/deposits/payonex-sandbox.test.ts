/** @module-tag whole */
/** Money through PayoneX as the sandbox plays it: its control calls pay and settle, its webhook tells of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { OutsideWorld, type PayoutView } from '../../testing/counterparties-world.ts';
import type { TestMember } from '../../testing/members.ts';
import { ACCEPTED_MS, LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('money through the PayoneX of the sandbox', () => {
  let service: OutsideWorld;
  let server: TestServer;

  beforeAll(async () => {
    service = await OutsideWorld.start();
    const { services, environment } = readSettings({
      ...HOUSE_SERVICES,
      PAYONEX_SERVICE: 'payonex',
      PAYOUT_SERVICE: 'payonex',
      PAYONEX_URL: `${service.url}/payonex`,
      PAYONEX_KEY: 'demo-payonex-access-key',
      PAYONEX_SECRET: 'demo-payonex-secret-key',
    });
    server = await startTestServer({ settings: { services, environment }, moreOutside: [service] });
    await service.control('PUT', '/webhooks/payonex', { url: `${server.url}/api/callback/gateway/PAYONEX` });
  });
  afterEach(() => service.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await service.stop();
  });

  const order = async (member: TestMember): Promise<string> => {
    const params = { provider: 'PAYONEX' } as const;
    const made = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
    expect(made.hasQrcode).toBe(true);
    return made.qrcodeId;
  };
  const withdraw = async (member: TestMember): Promise<string> =>
    (await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } }))._id;
  const receipt = (member: TestMember, transferId: string) =>
    member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
  /** Returns the only open payout. */
  const openPayout = async () => {
    await server.workOff();
    const open = await service.control<PayoutView[]>('GET', '/payouts?state=accepted');
    expect(open).toHaveLength(1);
    return open[0]!;
  };
  const settle = async (result: 'done' | 'refused') =>
    service.control('POST', `/payouts/${(await openPayout()).id}`, { result });

  it('is credited once for a paid code, told of twice', async () => {
    const member = await server.members.join();
    const id = await order(member);
    await service.fault('gateway:payonex', 'duplicate');
    await service.control('POST', `/qr/${id}/pay`);
    await server.workOff();
    expect(await service.callbacksWaiting()).toBe(0);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it.each([
    ['done', 'SUCCESS', 200],
    ['refused', 'FAILED', 500],
  ] as const)('is paid out and %s', async (result, status, amount) => {
    const member = await server.members.joinWith(500);
    const id = await withdraw(member);
    expect(await openPayout()).toMatchObject({ amount: 300 });
    await settle(result);
    await server.pass(ACCEPTED_MS);
    expect(await receipt(member, id)).toMatchObject({ status });
    expect(await member.wallet()).toEqual({ amount, transit: 0 });
  });

  it('is paid out once where the answer to the order is lost', async () => {
    await service.fault('bank:payonex', 'timeout_after_commit');
    const member = await server.members.joinWith(500);
    const id = await withdraw(member);
    await openPayout();
    await service.heal();
    await settle('done');
    await server.pass(LEFT_MS);
    expect(await receipt(member, id)).toMatchObject({ status: 'SUCCESS' });
    expect(await service.control('GET', '/payouts?state=accepted')).toEqual([]);
    expect(await member.wallet()).toEqual({ amount: 200, transit: 0 });
  });
});
