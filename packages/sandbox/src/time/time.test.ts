import { describe, expect, it } from 'vitest';
import { startReceiver, startWorld, testClock } from '../testing/world.ts';
import { AskedTime } from './time.ts';

describe('time in the hand of a test', () => {
  it('does what is due when it is asked to, the earliest first, and tells whether there was anything', async () => {
    const clock = testClock();
    const time = new AskedTime(clock.now);
    const done: string[] = [];
    time.after(20, () => done.push('later'));
    time.after(10, async () => done.push('sooner'));
    const cancel = time.after(10, () => done.push('cancelled'));
    cancel();
    expect(await time.workOff()).toBe(false);
    clock.forward(20);
    expect(done).toEqual([]);
    expect(await time.workOff()).toBe(true);
    expect(done).toEqual(['sooner', 'later']);
    expect(await time.workOff()).toBe(false);
  });
});

describe('a sandbox in the hand of a test', () => {
  it('delivers a callback when it is asked to, and again only once its pause is over', async () => {
    const clock = testClock();
    const [world, receiver] = await Promise.all([
      startWorld({ now: clock.now, isAsked: true, callbackPauseMs: () => 1_000 }),
      startReceiver(500),
    ]);
    const order = {
      reference: 'order-1',
      amount: '500.00',
      expiresAt: new Date(clock.now() + 60_000).toISOString(),
      callbackUrl: `${receiver.url}/callback`,
    };
    await world.call('POST', '/gateway/KBANK/orders', order);
    await world.control('POST', '/control/qr/order-1/pay');
    expect(receiver.received).toHaveLength(0);
    expect(await world.workOff()).toBe(true);
    expect(receiver.received).toHaveLength(1);
    expect(await world.workOff()).toBe(false);
    receiver.answer(200);
    clock.forward(1_000);
    expect(await world.workOff()).toBe(true);
    expect(receiver.received).toHaveLength(2);
    clock.forward(60_000);
    expect(await world.workOff()).toBe(false);
  });
});

describe('a call without an answer', () => {
  it('is cut off at once by a sandbox that keeps no silence, and was carried out if the fault says so', async () => {
    const world = await startWorld({ silenceMs: 0 });
    const fault = { port: 'gateway', kind: 'timeout_after_commit', rate: 1 };
    expect(await world.control('POST', '/control/faults', fault)).toMatchObject({ status: 200 });
    const callbackUrl = 'http://127.0.0.1:9/callback';
    const expiresAt = '2100-01-01T00:00:00.000Z';
    const order = { reference: 'order-1', amount: '500.00', expiresAt, callbackUrl };
    const sent = world.call('POST', '/gateway/KBANK/orders', order);
    await expect(sent).rejects.toThrow('fetch failed');
    expect((await world.control('GET', '/control/qr')).body).toHaveLength(1);
  });
});
