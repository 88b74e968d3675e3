import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startReceiver, startWorld, testClock, type Receiver } from '../testing/world.ts';

const SECRET = 'demo-truemoney-webhook-secret';

/** Reads a delivery as a merchant does: the signature first, then the claims. */
function claimsOf(text: string): Record<string, unknown> {
  const { message } = JSON.parse(text) as { message: string };
  const [head = '', claims = '', signature = ''] = message.split('.');
  expect(createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url')).toBe(signature);
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
}

async function walletWorld() {
  const clock = testClock();
  const [world, receiver] = await Promise.all([
    startWorld({ now: clock.now, callbackPauseMs: () => 10 }),
    startReceiver(),
  ]);
  const pay = (more: object = {}) =>
    world.control<{ transactionId: string }>('POST', '/control/wallet/transfer', {
      fromPhone: '0812345678',
      toWallet: '0600000011',
      amount: 100.25,
      message: 'ขอบคุณ',
      ...more,
    });
  const connect = () => world.control('PUT', '/control/webhooks/truemoney', { url: `${receiver.url}/hook` });
  return { world, receiver, pay, connect };
}

const arrived = (receiver: Receiver, count: number) =>
  expect.poll(() => receiver.received.length).toBe(count);

describe('the webhook of TrueMoney', () => {
  it('tells of a transfer by a signed token, in satang', async () => {
    const { receiver, pay, connect } = await walletWorld();
    await connect();
    const { transactionId } = (await pay()).body;
    await arrived(receiver, 1);
    expect(receiver.received[0]?.path).toBe('/hook');
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-signature');
    expect(claimsOf(receiver.received[0]?.text ?? '')).toEqual({
      event_type: 'P2P',
      received_time: '2026-01-02T10:04:05+07:00',
      amount: 10_025,
      sender_mobile: '0812345678',
      sender_name: expect.any(String) as string,
      transaction_id: transactionId,
      message: 'ขอบคุณ',
      iat: 1_767_323_045,
    });
  });

  it('is silent where the merchant has set no address', async () => {
    const { receiver, pay, connect } = await walletWorld();
    await pay();
    await connect();
    await pay({ amount: 2 });
    await arrived(receiver, 1);
    expect(claimsOf(receiver.received[0]?.text ?? '')).toMatchObject({ amount: 200 });
  });

  it('may come without the transaction’s id, and twice', async () => {
    const { world, receiver, pay, connect } = await walletWorld();
    await connect();
    const fault = (kind: string) =>
      world.control('POST', '/control/faults', { port: 'ewallet:truemoney', kind, rate: 1 });
    await fault('alternate');
    await fault('duplicate');
    await pay();
    await arrived(receiver, 2);
    expect(receiver.received[0]?.text).toBe(receiver.received[1]?.text);
    expect(claimsOf(receiver.received[0]?.text ?? '')).not.toHaveProperty('transaction_id');
  });

  it('comes again until it is taken', async () => {
    const { receiver, pay, connect } = await walletWorld();
    receiver.answer(500);
    await connect();
    await pay();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
    receiver.answer(200);
  });
});
