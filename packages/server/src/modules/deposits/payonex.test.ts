import { randomUUID } from 'node:crypto';
import { generate } from 'promptparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { startCounterparty, type Counterparty, type ReceivedCall } from '../../testing/counterparty.ts';
import type { TestMember } from '../../testing/members.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

const OK = { success: true, code: '20000' };
const qrOf = (amount: number): string => generate.anyId({ type: 'MSISDN', target: '0812345678', amount });

describe('money through PayoneX', () => {
  let service: Counterparty;
  let server: TestServer;
  const records: Record<string, unknown>[] = [];
  const requests: string[] = [];
  let isCut = false;

  const answer = ({ path, body }: ReceivedCall) => {
    const reply = (data: unknown) => ({ status: 200, body: { ...OK, data } });
    if (path === '/authenticate') return reply({ token: 'token' });
    if (path === '/v2/customers') return reply({ customerUuid: 'customer' });
    if (path.startsWith('/transactions?')) return reply({ data: records, totalPages: 1 });
    if (!path.endsWith('/request')) return reply(records.find(({ uuid }) => path.endsWith(String(uuid))));
    const { amount, referenceId } = body as { amount: number; referenceId: string };
    const times = { createdAt: Date.now(), updatedAt: Date.now() };
    const type = path.split('/')[2];
    requests.push(referenceId);
    if (isCut) return 'cut' as const;
    const record = { uuid: randomUUID(), type, status: 'PROCESSING', amount, referenceId, ...times };
    records.push(record);
    return reply({ uuid: record.uuid, qrCode: qrOf(amount) });
  };

  beforeAll(async () => {
    service = await startCounterparty(answer);
    const named = { PAYONEX_SERVICE: 'payonex', PAYOUT_SERVICE: 'payonex' };
    const keys = { PAYONEX_URL: service.url, PAYONEX_KEY: 'k', PAYONEX_SECRET: 's' };
    const { services, environment } = readSettings({ ...HOUSE_SERVICES, ...named, ...keys });
    server = await startTestServer({ settings: { services, environment } });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await service.stop();
  });

  const callBack = async (where: string, data: object): Promise<number> => {
    const response = await fetch(`${server.url}/api/callback/${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...OK, data }),
    });
    return response.status;
  };
  const withdraw = async (member: TestMember): Promise<string> =>
    (await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } }))._id;
  const receipt = (member: TestMember, transferId: string) =>
    member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });

  it('is credited once the service has confirmed what a callback hints at', async () => {
    const member = await server.members.join();
    const params = { provider: 'PAYONEX' } as const;
    const { qrcodeId, hasQrcode } = await member.api.ok('POST /api/qrcode/:provider', {
      params,
      body: { amount: 500 },
    });
    expect(hasQrcode).toBe(true);
    const record = records.find(({ referenceId }) => referenceId === qrcodeId)!;
    const told = {
      uuid: record['uuid'],
      type: 'deposit',
      status: 'SUCCESS',
      amount: 9_000,
      referenceId: qrcodeId,
    };
    expect(await callBack('gateway/PAYONEX', told)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    record['status'] = 'SUCCESS';
    for (let times = 0; times < 2; times += 1) expect(await callBack('gateway/PAYONEX', told)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await callBack('gateway/PAYONEX', { ...told, referenceId: randomUUID() })).toBe(401);
  });

  it('is asked for again where the service does not tell', async () => {
    const member = await server.members.join();
    const params = { provider: 'PAYONEX' } as const;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
    const place = records.findIndex(({ referenceId }) => referenceId === qrcodeId);
    const [record] = records.splice(place, 1);
    const told = { uuid: record!['uuid'], referenceId: qrcodeId };
    expect(await callBack('gateway/PAYONEX', told)).toBe(503);
    records.push({ ...record, status: 'SUCCESS' });
    expect(await callBack('gateway/PAYONEX', told)).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it('is paid out once, by the service’s record and not by a callback’s word', async () => {
    const member = await server.members.joinWith(500);
    const id = await withdraw(member);
    await server.workOff();
    const record = records.find(({ referenceId }) => referenceId === id) ?? expect.unreachable();
    const told = { uuid: record['uuid'], type: 'withdraw', status: 'SUCCESS', referenceId: id };
    expect(await callBack('bank', told)).toBe(200);
    expect(await receipt(member, id)).toMatchObject({ status: 'PENDING' });
    record['amount'] = 1;
    record['status'] = 'SUCCESS';
    expect(await callBack('bank', told)).toBe(200);
    expect(await receipt(member, id)).toMatchObject({ status: 'PENDING' });
    record['amount'] = 300;
    expect(await callBack('bank', told)).toBe(200);
    expect(await receipt(member, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('is held, and not ordered again, while nobody knows what became of an order', async () => {
    const member = await server.members.joinWith(500);
    isCut = true;
    const id = await withdraw(member);
    await server.workOff();
    expect(requests.filter((reference) => reference === id)).toHaveLength(1);
    isCut = false;
    const other = await server.members.joinWith(500);
    const later = await withdraw(other);
    await server.pass(LEFT_MS);
    expect(requests).toContain(later);
    expect(requests.filter((reference) => reference === id)).toHaveLength(1);
    expect(await member.wallet()).toEqual({ amount: 200, transit: 300 });
    // The list has it after all.
    const times = { createdAt: Date.now(), updatedAt: Date.now() };
    records.push({
      uuid: randomUUID(),
      type: 'withdraw',
      status: 'SUCCESS',
      amount: 300,
      referenceId: id,
      ...times,
    });
    await server.pass(LEFT_MS);
    expect(await receipt(member, id)).toMatchObject({ status: 'SUCCESS' });
  });
});
