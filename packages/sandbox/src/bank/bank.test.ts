import { describe, expect, it } from 'vitest';
import { startReceiver, startWorld } from '../testing/world.ts';

async function bankWorld() {
  const world = await startWorld();
  const receiver = await startReceiver();
  const payout = {
    reference: 'payout-1',
    amount: '300.00',
    toBankCode: 'SCB',
    toAccountNo: '1234567890',
    toAccountName: 'สมชาย ใจดี',
    callbackUrl: `${receiver.url}/api/callback/bank`,
  };
  const hand = (change: object = {}) =>
    world.call<{ payoutId: string }>('POST', '/bank/payouts', { ...payout, ...change });
  const settle = (id: string, body: unknown) => world.control('POST', `/control/payouts/${id}`, body);
  const look = () => world.call('GET', '/bank/payouts/payout-1');
  return { world, receiver, hand, settle, look };
}

describe('a payout', () => {
  it.each(['done', 'refused'] as const)('is accepted, then %s, and the receiver is told', async (result) => {
    const { world, receiver, hand, settle, look } = await bankWorld();
    const { status, body } = await hand();
    const { payoutId: id } = body;
    expect([status, body]).toEqual([200, { payoutId: id, reference: 'payout-1', status: 'accepted' }]);
    expect((await look()).body).toEqual({ ...body, amount: '300.00' });
    const acceptedAt: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const shown = { id, amount: 300, toBankCode: 'SCB', toAccountNo: '1234567890', acceptedAt };
    expect((await world.control('GET', '/control/payouts')).body).toEqual([{ ...shown, state: 'accepted' }]);

    expect(await settle(id, { result })).toEqual({ status: 200, body: { ...shown, state: result } });
    expect((await look()).body).toMatchObject({ status: result });
    await expect
      .poll(() => receiver.received.map(({ text }) => JSON.parse(text) as unknown))
      .toEqual([{ event: 'payout', reference: 'payout-1', payoutId: id, status: result }]);
  });

  it('is the same one for the same reference, and refuses other content', async () => {
    const { world, hand } = await bankWorld();
    const first = await hand();
    expect(await hand()).toEqual(first);
    for (const change of [
      { amount: '300.01' },
      { toAccountNo: '9' },
      { toBankCode: 'KTB' },
      { toAccountName: 'X' },
    ]) {
      expect(await hand(change)).toMatchObject({ status: 422, body: { error: 'reference_conflict' } });
    }
    expect((await world.control<unknown[]>('GET', '/control/payouts')).body).toHaveLength(1);
  });

  it('goes one way only', async () => {
    const { receiver, hand, settle, look } = await bankWorld();
    const { payoutId } = (await hand()).body;
    const done = await settle(payoutId, { result: 'done' });
    expect(await settle(payoutId, { result: 'done' })).toEqual(done);
    expect(await settle(payoutId, { result: 'refused' })).toMatchObject({
      status: 409,
      body: { error: 'already_settled' },
    });
    expect((await look()).body).toMatchObject({ status: 'done' });
    await expect.poll(() => receiver.received.length).toBe(1);
  });

  it('must be known, and settled with a result there is', async () => {
    const { hand, settle, look } = await bankWorld();
    expect((await look()).status).toBe(404);
    expect(await settle('nobody', { result: 'done' })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    const { payoutId } = (await hand()).body;
    for (const body of [undefined, {}, { result: 'accepted' }]) {
      expect((await settle(payoutId, body)).status).toBe(400);
    }
  });

  it('lists the newest first', async () => {
    const { world, hand } = await bankWorld();
    await hand();
    await hand({ reference: 'payout-2', amount: '5.00' });
    const { body } = await world.control<{ amount: number }[]>('GET', '/control/payouts');
    expect(body.map(({ amount }) => amount)).toEqual([5, 300]);
  });
});
