import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { generate } from 'promptparse';
import { toString as drawQr } from 'qrcode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import {
  json,
  startHostileService,
  type HeardCall,
  type HostileService,
} from '../../testing/hostile-service.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPN_SECRET = 'YSB3ZWJob29rIHNlY3JldCBvZiB0aGlydHktdHdvIGI=';
const STRIPE_SECRET = 'whsec_a_secret_of_the_endpoint';
const payloadOf = (satang: number): string =>
  generate.anyId({ type: 'MSISDN', target: '0812345678', amount: satang / 100 });

/** Opn and Stripe at one address, as far as they are honest. */
describe('money through services with signed webhooks', () => {
  let service: HostileService;
  let server: TestServer;
  const records: Record<string, unknown>[] = [];

  const enter = (record: Record<string, unknown>): Record<string, unknown> => {
    records.push(record);
    return record;
  };
  const idOf = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const honest = ({ path, method, body }: HeardCall, response: ServerResponse): void => {
    const { pathname } = new URL(path, service.url);
    const found = records.find(({ id }) => pathname.endsWith(String(id)));
    if (pathname.startsWith('/qr/')) {
      const payload = payloadOf(Number(pathname.split('/')[2]));
      void drawQr(payload, { type: 'svg' }).then((svg) => response.end(svg));
    } else if (pathname === '/charges' && method === 'POST') {
      const image = { download_uri: `${service.url}/qr/${String(body['amount'])}` };
      const source = { scannable_code: { image } };
      json(
        response,
        enter({ object: 'charge', id: idOf('chrg'), status: 'pending', paid: false, ...body, source }),
      );
    } else if (pathname === '/recipients') {
      json(response, { object: 'recipient', id: 'recp_1', verified: true, active: true });
    } else if (pathname === '/transfers' && method === 'POST') {
      const state = { sent: false, paid: false, net: Number(body['amount']) - 3_000, fee: 3_000 };
      json(response, enter({ object: 'transfer', id: idOf('trsf'), currency: 'THB', ...body, ...state }));
    } else if (pathname === '/v1/payment_intents' && method === 'POST') {
      const metadata = { reference: body['metadata[reference]'], gateway: body['metadata[gateway]'] };
      const next_action = { promptpay_display_qr_code: { data: payloadOf(Number(body['amount'])) } };
      const state = {
        status: 'requires_action',
        currency: 'thb',
        created: 1_767_225_600,
        metadata,
        next_action,
      };
      json(response, enter({ object: 'payment_intent', id: idOf('pi'), ...state }));
    } else json(response, found ?? { object: 'list', data: records, total: records.length });
  };

  beforeAll(async () => {
    service = await startHostileService(honest);
    const { services, environment } = readSettings({
      ...HOUSE_SERVICES,
      PAYOUT_SERVICE: 'opn',
      OPN_URL: service.url,
      OPN_SECRET: 'skey_test_1',
      OPN_WEBHOOK_SECRET: OPN_SECRET,
      GATEWAY_FP_URL: service.url,
      GATEWAY_FP_SECRET: 'skey_test_1',
      GATEWAY_FP_WEBHOOK_SECRET: OPN_SECRET,
      GATEWAY_WW_URL: service.url,
      GATEWAY_WW_SECRET: 'sk_test_1',
      GATEWAY_WW_WEBHOOK_SECRET: STRIPE_SECRET,
      GATEWAY_WW_EMAIL: 'cashier@operator.example',
    });
    server = await startTestServer({
      settings: { services, environment },
      content({ depositAccounts: { banks } }) {
        for (const account of banks) {
          if (account.bankCode === 'FP') account.adapter = 'opn';
          if (account.bankCode === 'WW') account.adapter = 'stripe';
        }
      },
    });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await service.stop();
  });

  const seconds = (): number => Math.floor(Date.now() / 1_000);
  const send = async (where: string, rawBody: string, headers: Record<string, string>): Promise<number> => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    const url = `${server.url}/api/callback/${where}`;
    return (await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: rawBody })).status;
  };
  const asOpn = (where: string, data: unknown): Promise<number> => {
    const rawBody = JSON.stringify({ object: 'event', note: 'ฝาก  เงิน', data }, null, 1);
    const key = Buffer.from(OPN_SECRET, 'base64');
    const at = seconds();
    const signature = createHmac('sha256', key).update(`${at}.${rawBody}`).digest('hex');
    const headers = { 'omise-signature': signature, 'omise-signature-timestamp': String(at) };
    return send(where, rawBody, headers);
  };
  const orderOf = async (member: TestMember, provider: 'FP' | 'WW') => {
    const params = { provider };
    const made = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
    const record = records.find(
      ({ metadata }) => (metadata as { reference: string }).reference === made.qrcodeId,
    );
    return { made, record: record! };
  };

  it('shows a code that came as a picture like any other, and is credited once', async () => {
    const member = await server.members.join();
    const { made, record } = await orderOf(member, 'FP');
    expect(made).toMatchObject({ hasQrcode: true, qrcode: expect.stringMatching(/^<svg /) });
    expect(await asOpn('gateway/FP', record)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    Object.assign(record, { status: 'successful', paid: true, paid_at: new Date().toISOString() });
    for (let times = 0; times < 2; times += 1) expect(await asOpn('gateway/FP', record)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    const forged = { 'omise-signature': 'ab', 'omise-signature-timestamp': String(seconds()) };
    expect(await send('gateway/FP', JSON.stringify({ object: 'event', data: record }), forged)).toBe(401);
  });

  it('is credited by Stripe’s record', async () => {
    const member = await server.members.join();
    const { made, record } = await orderOf(member, 'WW');
    expect(made.hasQrcode).toBe(true);
    Object.assign(record, { status: 'succeeded', amount_received: 50_000 });
    const rawBody = JSON.stringify({ object: 'event', data: { object: record } });
    const at = seconds();
    const signature = createHmac('sha256', STRIPE_SECRET).update(`${at}.${rawBody}`).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${signature}` };
    expect(await send('gateway/WW', rawBody, headers)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await send('gateway/WW', rawBody, {})).toBe(401);
  });

  it('is paid out whole, and comes back where the service fails', async () => {
    const payOut = async () => {
      const member = await server.members.joinWith(500);
      const { _id: id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
      const transfer = await server.whenDone(() => {
        const found = records.find(({ metadata }) => (metadata as { reference: string }).reference === id);
        expect(found).toBeDefined();
        return Promise.resolve(found!);
      });
      const receipt = () =>
        member.api.ok('GET /api/statement/item/:transferId', { params: { transferId: id } });
      return { member, transfer, receipt };
    };
    const paid = await payOut();
    expect(paid.transfer).toMatchObject({ amount: 33_000, fail_fast: true });
    Object.assign(paid.transfer, { sent: true, paid: true });
    expect(await asOpn('bank', paid.transfer)).toBe(200);
    expect(await paid.receipt()).toMatchObject({ status: 'SUCCESS' });
    const failed = await payOut();
    Object.assign(failed.transfer, { failure_code: 'insufficient_balance' });
    expect(await asOpn('bank', failed.transfer)).toBe(200);
    expect(await failed.member.wallet()).toEqual({ amount: 500, transit: 0 });
  });
});
