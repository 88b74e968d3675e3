import { describe, expect, it } from 'vitest';
import { sign, verify } from '../signature/signature.ts';
import { scripted, startReceiver, startWorld, temporaryFolder, type TestWorld } from '../testing/world.ts';
import { MAX_ATTEMPTS, pauseAfter } from './callbacks.ts';

const SECRET = 'the secret of both';
const PATH = '/api/callback/gateway/KBANK?from=test';
const SOON = { callbackPauseMs: () => 5, secret: SECRET };

async function payOrder(world: TestWorld, receiverUrl: string, reference = 'order-1'): Promise<void> {
  const opened = await world.call('POST', '/gateway/KBANK/orders', {
    reference,
    amount: '20.00',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    callbackUrl: receiverUrl + PATH,
  });
  expect(opened.status).toBe(200);
  expect((await world.control('POST', `/control/qr/${reference}/pay`)).status).toBe(200);
}

const waiting = async (world: TestWorld): Promise<number> =>
  (await world.control<{ callbacksWaiting: number }>('GET', '/page/state')).body.callbacksWaiting;

describe('a callback', () => {
  it('tells of the payment, signed', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver();
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ path, headers, text } = { path: '', headers: {}, text: '' }] = receiver.received;
    expect(path).toBe(PATH);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toEqual({
      event: 'payment',
      provider: 'KBANK',
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reference: 'order-1',
      amount: '20.00',
      paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const parts = { method: 'POST', path: PATH, body: text };
    const [timestamp, signature] = [headers['x-timestamp'], headers['x-signature']];
    expect(verify(SECRET, Date.now(), parts, timestamp, signature)).toBe(true);
    const made = sign('another secret', Number(timestamp), parts);
    expect(made['x-signature']).not.toBe(signature);
    await expect.poll(() => waiting(world)).toBe(0);
  });

  it('is sent again, the same, until it is taken', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver(503);
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(3);
    receiver.answer(204);
    await expect.poll(() => waiting(world)).toBe(0);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  });

  it('has a signature that does not fit under the fault `bad_signature`', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver();
    await world.control('POST', '/control/faults', { port: 'gateway', kind: 'bad_signature', rate: 1 });
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ headers, text } = { headers: {} as Record<string, string>, text: '' }] = receiver.received;
    const parts = { method: 'POST', path: PATH, body: text };
    expect(verify(SECRET, Date.now(), parts, headers['x-timestamp'], headers['x-signature'])).toBe(false);
  });

  it('is not taken by a redirect', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver(302);
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
    expect(await waiting(world)).toBe(1);
  });

  it('is given up after twenty tries', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver(500);
    await payOrder(world, receiver.url);
    await expect.poll(() => waiting(world), { timeout: 10_000 }).toBe(0);
    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
  });

  it('survives a restart and is sent then', async () => {
    const dataFolder = await temporaryFolder();
    const receiver = await startReceiver(500);
    const never = { secret: SECRET, dataFolder, callbackPauseMs: () => 3_600_000 };
    const first = await startWorld(never);
    await payOrder(first, receiver.url);
    await expect.poll(() => receiver.received.length).toBe(1);
    await first.stop();
    receiver.answer(200);

    const second = await startWorld(never);
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => waiting(second)).toBe(0);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  });

  it('waits half a second, then twice as long each time, up to a minute', () => {
    expect([1, 2, 3, 4, 5, 7, 8, 19].map(pauseAfter)).toEqual([
      500, 1000, 2000, 4000, 8000, 32_000, 60_000, 60_000,
    ]);
  });
});

describe('a callback under faults', () => {
  const fault = (world: TestWorld, kind: string, rate = 1) =>
    world.control('POST', '/control/faults', { port: 'gateway', kind, rate });

  it('comes twice with `duplicate`', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver();
    await fault(world, 'duplicate');
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => waiting(world)).toBe(0);
    expect(receiver.received[0]?.text).toBe(receiver.received[1]?.text);
  });

  it('is overtaken by a later one with `reorder`', async () => {
    // The first call is struck, with the smallest delay; the second is not struck.
    const world = await startWorld({ ...SOON, random: scripted(0, 0, 0.9) });
    const receiver = await startReceiver();
    await fault(world, 'reorder', 0.5);
    await payOrder(world, receiver.url, 'early');
    await payOrder(world, receiver.url, 'late');
    await expect.poll(() => receiver.received.length).toBe(2);
    const order = receiver.received.map(({ text }) => (JSON.parse(text) as { reference: string }).reference);
    expect(order).toEqual(['late', 'early']);
  });

  it('is lost at first with `timeout_before_commit`, and comes when the fault is gone', async () => {
    const world = await startWorld(SOON);
    const receiver = await startReceiver();
    const opened = {
      reference: 'order-1',
      amount: '20.00',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      callbackUrl: receiver.url,
    };
    await world.call('POST', '/gateway/KBANK/orders', opened);
    await fault(world, 'timeout_before_commit');
    await world.control('POST', '/control/qr/order-1/pay');
    expect(await waiting(world)).toBe(1);
    await world.control('DELETE', '/control/faults');
    await expect.poll(() => receiver.received.length).toBe(1);
  });

  it('is taken but sent again with `timeout_after_commit`', async () => {
    const world = await startWorld({ ...SOON, random: scripted(0.9, 0, 0.9) });
    const receiver = await startReceiver();
    await fault(world, 'timeout_after_commit', 0.5);
    await payOrder(world, receiver.url);
    await expect.poll(() => receiver.received.length).toBe(2);
    await expect.poll(() => waiting(world)).toBe(0);
  });
});
