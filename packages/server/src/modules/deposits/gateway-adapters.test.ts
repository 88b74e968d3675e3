import { randomUUID } from 'node:crypto';
import { generate } from 'promptparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { GatewayAdapter } from '../../content/schema.ts';
import { startCounterparty, type Counterparty, type ReceivedCall } from '../../testing/counterparty.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OK = { success: true, code: '20000' };
const SCB_SETTINGS = { KEY: 'k', SECRET: 's', BILLER: '0'.repeat(15), PREFIX: 'KRP' };
const PARAMS = { provider: 'WW' } as const;

describe('a gateway whose service content names', () => {
  let service: Counterparty;
  let scb: Counterparty;
  let server: TestServer;
  const records: Record<string, unknown>[] = [];
  /** Both services have settings of the same names: the second ones come with the switch. */
  const environment: Record<string, string | undefined> = {};

  const answer = ({ path, body }: ReceivedCall) => {
    const reply = (data: unknown) => ({ status: 200, body: { ...OK, data } });
    if (path === '/authenticate') return reply({ token: 'token' });
    if (path === '/v2/customers') return reply({ customerUuid: 'customer' });
    if (!path.endsWith('/request')) return reply(records.find(({ uuid }) => path.endsWith(String(uuid))));
    const { amount, referenceId } = body as { amount: number; referenceId: string };
    const record = { uuid: randomUUID(), type: 'deposit', status: 'PROCESSING', amount, referenceId };
    records.push(record);
    const qrCode = generate.anyId({ type: 'MSISDN', target: '0812345678', amount });
    return reply({ uuid: record.uuid, qrCode });
  };

  const bills: Record<string, unknown>[] = [];
  const answerAsScb = ({ path, body }: ReceivedCall) => {
    const reply = (data: unknown) => ({ status: 200, body: { status: { code: 1000 }, data } });
    if (path === '/v1/oauth/token') return reply({ accessToken: 'token', expiresIn: 1800 });
    if (!path.endsWith('/create')) return reply(bills.filter(({ transactionId }) => transactionId !== ''));
    const { ref1, ref2, amount } = body as Record<string, string>;
    const refs = { billPaymentRef1: ref1, billPaymentRef2: ref2 };
    bills.push({ ...refs, amount, transactionId: '', transactionDateandTime: new Date().toISOString() });
    const qrRawData = generate.billPayment({
      billerId: '0'.repeat(15),
      ref1: ref1 ?? '',
      amount: Number(amount),
    });
    return reply({ qrRawData });
  };

  beforeAll(async () => {
    [service, scb] = await Promise.all([startCounterparty(answer), startCounterparty(answerAsScb)]);
    server = await startTestServer({ settings: { environment } });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await Promise.all([service.stop(), scb.stop()]);
  });

  const name = async (code: string, adapter: GatewayAdapter): Promise<void> => {
    const content = structuredClone(await server.content.get());
    for (const account of content.depositAccounts.banks) {
      if (account.bankCode === code) account.adapter = adapter;
    }
    await server.content.save(content);
    await server.content.get();
  };
  const send = (code: string, content: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    const url = `${server.url}/api/callback/gateway/${code}`;
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(content) });
  };
  const callBack = async (code: string, content: object): Promise<number> =>
    (await send(code, content)).status;

  it('is switched by content while the server runs, and orders at the former one are credited', async () => {
    const member = await server.members.join();
    const params = { provider: 'PAYTIMZ' } as const;
    const order = () => member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
    const first = await order();
    expect([first.hasQrcode, records.length]).toEqual([true, 0]);
    environment['GATEWAY_PAYTIMZ_URL'] = service.url;
    environment['GATEWAY_PAYTIMZ_KEY'] = 'k';
    environment['GATEWAY_PAYTIMZ_SECRET'] = 's';
    await name('PAYTIMZ', 'payonex');
    await server.world.control('POST', `/qr/${first.qrcodeId}/pay`, {});
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    const second = await order();
    expect([second.hasQrcode, records.length]).toEqual([true, 1]);
    const [record] = records;
    record!['status'] = 'SUCCESS';
    const told = { ...OK, data: { uuid: record!['uuid'], referenceId: second.qrcodeId } };
    // A gateway of another code has an account of its own.
    expect(await callBack('WW', told)).toBe(401);
    expect(await callBack('PAYTIMZ', told)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
  });

  it('gets its own answer to a callback that was confirmed', async () => {
    const member = await server.members.join();
    const params = { provider: 'FP' } as const;
    environment['GATEWAY_FP_URL'] = scb.url;
    for (const [setting, value] of Object.entries(SCB_SETTINGS)) environment[`GATEWAY_FP_${setting}`] = value;
    await name('FP', 'scb');
    const { hasQrcode } = await member.api.ok('POST /api/qrcode/:provider', {
      params,
      body: { amount: 500 },
    });
    expect(hasQrcode).toBe(true);
    const [made] = bills;
    const told = { ...made, transactionId: 'bank-1', transactionDateandTime: new Date().toISOString() };
    expect(await callBack('FP', told)).toBe(503);
    made!['transactionId'] = 'bank-1';
    const answered = await send('FP', told);
    expect([answered.status, await answered.json()]).toEqual([
      200,
      { resCode: '00', resDesc: 'success', transactionId: 'bank-1', confirmId: 'bank-1' },
    ]);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await callBack('FP', { ...told, billPaymentRef2: 'A'.repeat(12) })).toBe(401);
  });

  it('is off while its settings are missing, and makes no code', async () => {
    const member = await server.members.join();
    await name('WW', 'payonex');
    const refused = await member.api.ok('POST /api/qrcode/:provider', {
      params: PARAMS,
      body: { amount: 500 },
    });
    expect(refused).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' });
    expect(await callBack('WW', {})).toBe(503);
    await name('WW', 'house');
    const made = await member.api.ok('POST /api/qrcode/:provider', { params: PARAMS, body: { amount: 500 } });
    expect(made.hasQrcode).toBe(true);
  });
});
