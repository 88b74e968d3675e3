import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReceiver, startWorld, temporaryFolder, testClock } from '../testing/world.ts';

interface OrderReply {
  orderId: string;
  payload: string;
  status: string;
  payments: { paymentId: string; amount: string; paidAt: string }[];
}

const MINUTE_MS = 60_000;

async function gatewayWorld() {
  const clock = testClock();
  const world = await startWorld({ now: clock.now });
  const receiver = await startReceiver();
  const order = {
    reference: 'order-1',
    amount: '500.00',
    expiresAt: new Date(clock.now() + 15 * MINUTE_MS).toISOString(),
    callbackUrl: `${receiver.url}/api/callback/gateway/KBANK`,
  };
  const open = (change: object = {}) =>
    world.call<OrderReply>('POST', '/gateway/KBANK/orders', { ...order, ...change });
  const look = () => world.call<OrderReply>('GET', '/gateway/KBANK/orders/order-1');
  const pay = (body?: unknown) => world.control('POST', '/control/qr/order-1/pay', body);
  return { clock, world, receiver, order, open, look, pay };
}

describe('an order at a gateway', () => {
  it('opens, is paid, and says so', async () => {
    const { world, receiver, order, open, look, pay } = await gatewayWorld();
    const opened = await open();
    expect(opened).toMatchObject({
      status: 200,
      body: { reference: 'order-1', amount: '500.00', expiresAt: order.expiresAt, status: 'open' },
    });
    expect(opened.body.payload).toContain('5406500.00');
    expect((await world.control('GET', '/control/qr')).body).toMatchObject([
      { qrcodeId: 'order-1', provider: 'KBANK', amount: 500, status: 'open' },
    ]);

    const paid = await pay();
    expect(paid).toMatchObject({ status: 200, body: { qrcodeId: 'order-1', amount: 500 } });
    expect((await look()).body).toMatchObject({ status: 'paid', payments: [{ amount: '500.00' }] });
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
    await expect.poll(() => receiver.received.length).toBe(1);
  });

  it('is the same one for the same reference, and refuses other content', async () => {
    const { open } = await gatewayWorld();
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await open({ callbackUrl: 'http://moved.example/callback' })).toEqual(first);
    for (const change of [{ amount: '500.01' }, { expiresAt: '2026-01-02T04:00:00Z' }]) {
      expect(await open(change)).toMatchObject({ status: 422, body: { error: 'reference_conflict' } });
    }
  });

  it('in kip carries a Lao QR, and is another one than in baht', async () => {
    const { world, open, look } = await gatewayWorld();
    const opened = await open({ currency: 'LAK', amount: '50000.00' });
    expect(opened.body.payload).toMatch(/38670016A005266284662577.*5303418540850000\.005802LA/);
    expect((await look()).body.payload).toBe(opened.body.payload);
    expect((await world.control('GET', '/control/qr')).body).toMatchObject([
      { currency: 'LAK', amount: 50_000 },
    ]);
    expect(await open({ currency: 'LAK', amount: '50000.00' })).toEqual(opened);
    expect(await open({ currency: 'BAHT', amount: '50000.00' })).toMatchObject({ status: 422 });
    expect((await open({ currency: 'USD' })).status).toBe(400);
  });

  it('from before there were orders in kip is one in baht', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startWorld({ dataFolder });
    const order = {
      reference: 'old',
      amount: '5.00',
      expiresAt: '2100-01-01T00:00:00Z',
      callbackUrl: 'http://127.0.0.1:9/never',
    };
    const opened = await first.call('POST', '/gateway/KBANK/orders', order);
    await first.stop();
    const journal = join(dataFolder, 'journal.jsonl');
    const text = await readFile(journal, 'utf8');
    expect(text).toContain('"currency":"BAHT",');
    await writeFile(journal, text.replace('"currency":"BAHT",', ''));
    const second = await startWorld({ dataFolder });
    expect(await second.call('POST', '/gateway/KBANK/orders', order)).toEqual(opened);
    expect((await second.control('GET', '/control/qr')).body).toMatchObject([{ currency: 'BAHT' }]);
  });

  it('keeps the gateways apart', async () => {
    const { world, order, open } = await gatewayWorld();
    const kbank = await open();
    const ww = await world.call<OrderReply>('POST', '/gateway/WW/orders', order);
    expect(ww.body.orderId).not.toBe(kbank.body.orderId);
    expect(await world.call('GET', '/gateway/FP/orders/order-1')).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it('expires, and a payment that comes late still counts', async () => {
    const { clock, open, look, pay } = await gatewayWorld();
    await open();
    clock.forward(15 * MINUTE_MS - 1);
    expect((await look()).body.status).toBe('open');
    clock.forward(1);
    expect((await look()).body.status).toBe('expired');
    await pay();
    expect((await look()).body).toMatchObject({ status: 'paid', payments: [{ amount: '500.00' }] });
  });

  it('is cancelled once, and a payment that comes after still counts', async () => {
    const { world, open, look, pay } = await gatewayWorld();
    await open();
    const cancel = () => world.call('POST', '/gateway/KBANK/orders/order-1/cancel');
    expect(await cancel()).toEqual({ status: 200, body: { status: 'cancelled' } });
    expect(await cancel()).toEqual({ status: 200, body: { status: 'cancelled' } });
    await pay();
    expect((await look()).body.status).toBe('paid');
    expect(await cancel()).toEqual({ status: 200, body: { status: 'paid' } });
  });

  it('takes another amount, and a second payment', async () => {
    const { look, open, pay } = await gatewayWorld();
    await open();
    await pay({ amount: 12.34 });
    await pay();
    const { payments } = (await look()).body;
    expect(payments.map(({ amount }) => amount)).toEqual(['12.34', '500.00']);
    expect(new Set(payments.map(({ paymentId }) => paymentId)).size).toBe(2);
  });

  it.each([
    [{ amount: 0 }],
    [{ amount: -1 }],
    [{ amount: 1.001 }],
    [{ amount: '5' }],
    [{ amount: 1e20 }],
    [[]],
  ])('cannot be paid with %j', async (body) => {
    const { open, look, pay } = await gatewayWorld();
    await open();
    expect(await pay(body)).toMatchObject({ status: 400, body: { error: 'bad_body' } });
    expect((await look()).body.payments).toEqual([]);
  });

  it('must exist to be paid, seen or cancelled', async () => {
    const { world, look, pay } = await gatewayWorld();
    expect(await pay()).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await look()).status).toBe(404);
    expect((await world.call('POST', '/gateway/KBANK/orders/order-1/cancel')).status).toBe(404);
    expect((await world.control('GET', '/control/qr/order-1/image.svg')).status).toBe(404);
  });

  it.each([
    { amount: '5' },
    { amount: '0.00' },
    { amount: '-5.00' },
    { amount: 5 },
    { amount: '999999999999.00' },
    { expiresAt: 'soon' },
    { callbackUrl: 'ftp://bank.example/' },
    { reference: '' },
    { reference: 'x'.repeat(101) },
  ])('is not opened with %j', async (change) => {
    const { world, open } = await gatewayWorld();
    expect(await open(change)).toMatchObject({ status: 400, body: { error: 'bad_body' } });
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
  });

  it('can be drawn', async () => {
    const { world, open } = await gatewayWorld();
    await open();
    const answer = await fetch(`${world.url}/control/qr/order-1/image.svg`);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(await answer.text()).toContain('<svg');
  });
});

describe('the list of payments', () => {
  it('holds those since a moment, oldest first', async () => {
    const { clock, world, open, pay } = await gatewayWorld();
    await open();
    await pay({ amount: 1 });
    clock.forward(1000);
    const since = new Date(clock.now()).toISOString();
    await pay({ amount: 2 });
    clock.forward(1000);
    await pay({ amount: 3 });
    const amounts = async (query: string) => {
      const path = `/gateway/KBANK/payments${query}`;
      const { body } = await world.call<{ payments: { amount: string; reference: string }[] }>('GET', path);
      expect(body.payments.every(({ reference }) => reference === 'order-1')).toBe(true);
      return body.payments.map(({ amount }) => amount);
    };
    expect(await amounts(`?since=${encodeURIComponent(since)}`)).toEqual(['2.00', '3.00']);
    expect(await amounts('')).toEqual(['1.00', '2.00', '3.00']);
    expect((await world.call('GET', '/gateway/KBANK/payments?since=yesterday')).status).toBe(400);
    expect((await world.call('GET', '/gateway/WW/payments')).body).toEqual({ payments: [] });
  });
});
