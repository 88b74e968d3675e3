import { describe, expect, it } from 'vitest';
import { CUSTOMER, KEYS, payonexWorld } from '../testing/payonex.ts';
import { raw } from '../testing/raw.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const HOUR_MS = 3_600_000;
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

describe('a token of PayoneX', () => {
  it('is given for the keys', async () => {
    const { authenticate } = await payonexWorld();
    expect(await authenticate()).toMatchObject({
      status: 200,
      body: { success: true, code: '20000', data: { token: expect.any(String) as string } },
    });
  });

  it.each([{ accessKey: 'other' }, { secretKey: 'other' }])('is not given for %j', async (keys) => {
    const { authenticate } = await payonexWorld();
    expect(await authenticate(keys)).toMatchObject({ status: 401, body: { success: false, code: '40100' } });
  });

  it('needs both keys', async () => {
    const { world } = await payonexWorld();
    const answer = await raw(`${world.url}/payonex/authenticate`, { json: { accessKey: KEYS.accessKey } });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: '40001' } });
  });

  it.each(['', 'other', 'Bearer other'])('opens nothing as %j', async (authorization) => {
    const { ask, world } = await payonexWorld();
    for (const path of ['/profile/balance', '/transactions', '/transactions/1']) {
      expect(await ask(path, { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { code: '40100' },
      });
    }
    for (const path of ['/v2/customers', '/transactions/deposit/request', '/transactions/withdraw/request']) {
      const answer = await ask(path, { headers: { authorization }, json: {} });
      expect(answer).toMatchObject({ status: 401, body: { code: '40100' } });
    }
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
  });

  it('stands alone in its header, without a scheme', async () => {
    const { authenticate, ask } = await payonexWorld();
    const { token } = ((await authenticate()).body as { data: { token: string } }).data;
    const status = async (authorization: string) =>
      (await ask('/profile/balance', { headers: { authorization } })).status;
    expect([await status(token), await status(`Bearer ${token}`)]).toEqual([200, 401]);
  });

  it('ends, and a new one is given', async () => {
    const { clock, ask, authenticate } = await payonexWorld();
    clock.forward(HOUR_MS - 1);
    expect((await ask('/profile/balance')).status).toBe(200);
    clock.forward(1);
    expect(await ask('/profile/balance')).toMatchObject({ status: 401, body: { code: '40101' } });
    const { token } = ((await authenticate()).body as { data: { token: string } }).data;
    expect((await ask('/profile/balance', { headers: { authorization: token } })).status).toBe(200);
  });
});

describe('a customer', () => {
  it('is added, changed and named by the account', async () => {
    const { ask } = await payonexWorld();
    const added = await ask('/v2/customers', { json: { ...CUSTOMER, accountNo: '1112223334' } });
    expect(added).toMatchObject({ status: 200, body: { code: '20000', data: { customerUuid: UUID } } });
    const { customerUuid } = (added.body as { data: { customerUuid: string } }).data;
    const change = { name: 'สมหญิง ใจดี', bankCode: '014', accountNo: '5556667778' };
    const changed = await ask(`/v2/customers/${customerUuid}`, { method: 'PUT', json: change });
    expect(changed).toMatchObject({ status: 200, body: { data: { customerUuid, ...change } } });
    const nameOf = (accountNo: string) => ask('/banks/get-name', { json: { bankCode: 'SCB', accountNo } });
    expect(await nameOf('5556667778')).toMatchObject({ status: 200, body: { data: { name: change.name } } });
    expect(await nameOf('1112223334')).toMatchObject({ status: 404, body: { code: '40400' } });
  });

  it('has a bank of the list', async () => {
    const { ask } = await payonexWorld();
    const banks = (await ask('/customers/options/bank-codes')).body as { data: { code: string }[] };
    expect(banks.data.map(({ code }) => code)).toContain('KBANK');
    const answer = await ask('/v2/customers', { json: { ...CUSTOMER, bankCode: 'NONE' } });
    expect(answer).toMatchObject({ status: 400, body: { code: '40003' } });
  });

  it.each([{ name: '' }, { accountNo: '' }, { bankCode: 4 }])('is not added with %j', async (change) => {
    const { ask } = await payonexWorld();
    const answer = await ask('/v2/customers', { json: { ...CUSTOMER, ...change } });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: '40001' } });
  });

  it('must exist to be changed', async () => {
    const { ask } = await payonexWorld();
    const answer = await ask('/v2/customers/none', { method: 'PUT', json: CUSTOMER });
    expect(answer).toMatchObject({ status: 404, body: { code: '40400' } });
  });
});

describe('a deposit', () => {
  it('has a QR, is paid by the control call, and a webhook without a signature tells of it', async () => {
    const { world, receiver, request, find, balance, told } = await payonexWorld();
    const opened = await request('deposit');
    expect(opened).toMatchObject({
      status: 200,
      body: { success: true, code: '20000', data: { uuid: UUID, link: expect.any(String) as string } },
    });
    const { uuid, link, qrCode, qrBase64 } = (opened.body as { data: Record<string, string> }).data;
    expect(qrCode).toContain('5406500.25');
    expect(
      Buffer.from(qrBase64 ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await fetch(link ?? '')).headers.get('content-type')).toContain('image/svg+xml');
    const waiting = { type: 'deposit', amount: 500.25, referenceId: 'deposit-1', accountNo: '0123456789' };
    expect(await find(uuid ?? '')).toMatchObject({ ...waiting, uuid, status: 'PROCESSING' });
    expect((await world.control('GET', '/control/qr')).body).toMatchObject([
      { qrcodeId: 'deposit-1', provider: 'PAYONEX', amount: 500.25, payload: qrCode, status: 'open' },
    ]);

    const paid = await world.control('POST', '/control/qr/deposit-1/pay');
    expect(paid).toMatchObject({ status: 200, body: { qrcodeId: 'deposit-1', amount: 500.25 } });
    const done = { ...waiting, uuid, status: 'SUCCESS', fee: 5, settleAmount: 495.25, bankCode: 'KBANK' };
    expect(await find(uuid ?? '')).toEqual(done);
    await expect.poll(told).toEqual([done]);
    expect(receiver.received[0]?.path).toBe('/payonex');
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({ success: true, code: '20000' });
    expect(Object.keys(receiver.received[0]?.headers ?? {}).join()).not.toMatch(/signature|authorization/);
    expect(await balance()).toEqual({ balance: 1_000_495.25, settleBalance: 1_000_495.25 });
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
  });

  it('takes another amount, late too, and one payment only', async () => {
    const { world, clock, open, find, told } = await payonexWorld();
    const uuid = await open('deposit');
    clock.forward(HOUR_MS / 2);
    expect((await world.control('POST', '/control/qr/deposit-1/pay', { amount: 12 })).status).toBe(200);
    expect(await find(uuid)).toMatchObject({ status: 'SUCCESS', amount: 12, settleAmount: 11.88 });
    const again = await world.control('POST', '/control/qr/deposit-1/pay');
    expect(again).toMatchObject({ status: 409, body: { error: 'already_paid' } });
    await expect.poll(told).toHaveLength(1);
  });

  it('without a reference is driven by its own id', async () => {
    const { world, open, find } = await payonexWorld();
    const uuid = await open('deposit', { referenceId: undefined, amount: '20' });
    expect((await world.control('POST', `/control/qr/${uuid}/pay`)).status).toBe(200);
    expect(await find(uuid)).toMatchObject({ status: 'SUCCESS', amount: 20, referenceId: null });
  });

  it('is no order of the house’s protocol', async () => {
    const { world, open } = await payonexWorld();
    await open('deposit');
    await world.control('POST', '/control/qr/deposit-1/pay');
    expect((await world.call('GET', '/gateway/PAYONEX/orders/deposit-1')).status).toBe(404);
    expect((await world.call('GET', '/gateway/PAYONEX/payments')).body).toEqual({ payments: [] });
  });

  it.each(['ON_HOLD', 'REJECTED', 'REFUNDED', 'PROCESSING'])('can be %s', async (status) => {
    const { world, open, find, told, balance } = await payonexWorld();
    const uuid = await open('deposit');
    const path = `/control/payonex/transactions/${uuid}`;
    expect(await world.control('POST', path, { status })).toMatchObject({ status: 200, body: { status } });
    expect(await find(uuid)).toMatchObject({ status });
    await expect.poll(told).toMatchObject([{ uuid, status }]);
    expect(await balance()).toEqual({ balance: 1_000_000, settleBalance: 1_000_000 });
    expect((await world.control('POST', path, { status: 'SUCCESS' })).status).toBe(400);
  });
});

describe('a payout', () => {
  it('waits, is settled by the control call, and a webhook tells of it', async () => {
    const { world, open, find, told, balance } = await payonexWorld();
    const uuid = await open('withdraw');
    expect(await find(uuid)).toMatchObject({ type: 'withdraw', status: 'PROCESSING', amount: 500.25 });
    expect((await world.control('GET', '/control/payouts?state=accepted')).body).toMatchObject([
      { id: uuid, amount: 500.25, toBankCode: 'KBANK', toAccountNo: '0123456789', state: 'accepted' },
    ]);
    expect(await balance()).toEqual({ balance: 1_000_000, settleBalance: 999_489.75 });
    const settle = (result: string) => world.control('POST', `/control/payouts/${uuid}`, { result });
    expect(await settle('done')).toMatchObject({ status: 200, body: { state: 'done' } });
    const done = { uuid, status: 'SUCCESS', fee: 10, settleAmount: 510.25, referenceId: 'withdraw-1' };
    expect(await find(uuid)).toMatchObject(done);
    await expect.poll(told).toMatchObject([done]);
    expect(await balance()).toEqual({ balance: 999_489.75, settleBalance: 999_489.75 });
    expect((await settle('done')).status).toBe(200);
    expect((await settle('refused')).status).toBe(409);
    expect(told()).toHaveLength(1);
    expect((await world.call('GET', '/bank/payouts/withdraw-1')).status).toBe(404);
  });

  it.each([
    ['refused', '/control/payouts', { result: 'refused' }, 'REJECTED'],
    ['sent back', '/control/payonex/transactions', { status: 'REFUNDED' }, 'REFUNDED'],
  ])('can be %s, and the money is there again', async (_what, path, body, status) => {
    const { world, open, find, told, balance } = await payonexWorld();
    const uuid = await open('withdraw');
    expect((await world.control('POST', `${path}/${uuid}`, body)).status).toBe(200);
    expect(await find(uuid)).toMatchObject({ status });
    await expect.poll(told).toMatchObject([{ uuid, status }]);
    expect(await balance()).toEqual({ balance: 1_000_000, settleBalance: 1_000_000 });
    expect((await world.control('GET', '/control/payouts?state=refused')).body).toMatchObject([{ id: uuid }]);
  });

  it('on hold keeps its money, and can still be settled', async () => {
    const { world, open, find, balance } = await payonexWorld();
    const uuid = await open('withdraw');
    await world.control('POST', `/control/payonex/transactions/${uuid}`, { status: 'ON_HOLD' });
    expect(await balance()).toEqual({ balance: 1_000_000, settleBalance: 999_489.75 });
    await world.control('POST', `/control/payouts/${uuid}`, { result: 'done' });
    expect(await find(uuid)).toMatchObject({ status: 'SUCCESS' });
  });

  it('goes to the account that the customer had at the request', async () => {
    const { ask, open, find } = await payonexWorld();
    const added = await ask('/v2/customers', { json: CUSTOMER });
    const { customerUuid } = (added.body as { data: { customerUuid: string } }).data;
    const uuid = await open('withdraw', { customerUuid });
    await ask(`/v2/customers/${customerUuid}`, { method: 'PUT', json: { ...CUSTOMER, accountNo: '99999' } });
    expect(await find(uuid)).toMatchObject({ accountNo: '0123456789' });
  });

  it('is refused when the balance is too small', async () => {
    const { world, request } = await payonexWorld();
    expect(await request('withdraw', { amount: 999_990.01 })).toMatchObject({
      status: 400,
      body: { success: false, code: '40005' },
    });
    expect((await world.control('GET', '/control/payouts')).body).toEqual([]);
    expect((await request('withdraw', { amount: 999_990 })).status).toBe(200);
  });
});

describe.each(['deposit', 'withdraw'] as const)('a request of a %s', (type) => {
  it.each([
    ['40001', { amount: 0 }],
    ['40001', { amount: -5 }],
    ['40001', { amount: '1.001' }],
    ['40001', { amount: undefined }],
    ['40001', { referenceId: 'x'.repeat(101) }],
    ['40001', { customerUuid: undefined }],
    ['40400', { customerUuid: 'none' }],
  ])('is answered %s with %j', async (code, change) => {
    const { request, ask } = await payonexWorld();
    expect((await request(type, change)).body).toMatchObject({ success: false, code });
    expect((await ask('/transactions')).body).toMatchObject({ data: [] });
  });

  it('has no idempotency: the same reference makes a second transaction', async () => {
    const { open, ask } = await payonexWorld();
    const first = await open(type);
    expect(await open(type)).not.toBe(first);
    expect((await ask('/transactions')).body).toMatchObject({ total: 2 });
  });

  it('survives a restart', async () => {
    const dataFolder = await temporaryFolder();
    const { world, open } = await payonexWorld({ dataFolder });
    const uuid = await open(type);
    await world.stop();
    const again = await startWorld({ dataFolder });
    const list = await again.control('GET', '/control/payonex/transactions');
    expect(list.body).toMatchObject([{ uuid, status: 'PROCESSING', amount: 500.25 }]);
  });
});

describe('the list of transactions', () => {
  it('is read page by page, newest first', async () => {
    const { open, ask } = await payonexWorld();
    const made = [await open('deposit'), await open('withdraw'), await open('deposit')];
    const page = async (query: string) => {
      const { body } = await ask(`/transactions${query}`);
      return (body as { data: { uuid: string }[] }).data.map(({ uuid }) => made.indexOf(uuid));
    };
    expect(await page('')).toEqual([2, 1, 0]);
    expect(await page('?page=1&size=2')).toEqual([2, 1]);
    expect(await page('?page=2&size=2')).toEqual([0]);
    expect(await page('?page=3&size=2')).toEqual([]);
    expect((await ask('/transactions?page=0')).body).toMatchObject({ code: '40001' });
    expect(await ask('/transactions/none')).toMatchObject({ status: 404, body: { code: '40400' } });
  });
});
