import { describe, expect, it } from 'vitest';
import { opnWorld, RECIPIENT, shown, type OpnWorld } from '../testing/opn.ts';

const SIDES = {
  charge: { port: 'gateway:opn', work: ({ charge }: OpnWorld) => charge() },
  transfer: { port: 'bank:opn', work: ({ transfer }: OpnWorld) => transfer() },
} as const;

/** The number of charges and transfers that were made, as the sandbox knows it. */
const made = async ({ world }: OpnWorld): Promise<number> => {
  const [charges, transfers] = [
    await world.control<unknown[]>('GET', '/control/opn/charges'),
    await world.control<unknown[]>('GET', '/control/opn/transfers'),
  ];
  return charges.body.length + transfers.body.length;
};

/** Makes a recipient first: the faults strike what comes after. */
async function workWith(opn: OpnWorld, side: keyof typeof SIDES, kind: string) {
  const recipient = shown(await opn.ask('/recipients', { json: RECIPIENT })).id;
  await opn.strike(SIDES[side].port, kind);
  return side === 'charge'
    ? () => opn.charge()
    : () => opn.ask('/transfers', { json: { amount: 50_025, recipient } });
}

describe.each(['charge', 'transfer'] as const)('a %s of Opn under a fault', (side) => {
  it.each([
    ['timeout_before_commit', 0],
    ['timeout_after_commit', 1],
  ])('%s gets no answer, and %i was made', async (kind, count) => {
    const opn = await opnWorld();
    const work = await workWith(opn, side, kind);
    const answered = work().then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => made(opn)).toBe(count);
    await opn.world.stop();
    expect(await answered).toBe('cut off');
  });

  it.each([
    [0.2, 0],
    [0.8, 1],
  ])('shows a web page or a 500, half before the work: dice %d, %i made', async (dice, count) => {
    const opn = await opnWorld({ random: () => dice });
    const page = await workWith(opn, side, 'html');
    expect((await page()).body).toContain('<html>');
    expect(await made(opn)).toBe(count);
    await opn.world.control('DELETE', '/control/faults');
    const work = await workWith(opn, side, 'http_500');
    expect(await work()).toMatchObject({ status: 500, body: { object: 'error', code: 'internal_error' } });
    expect(await made(opn)).toBe(2 * count);
  });

  it('is refused without a record, and by a quota', async () => {
    const opn = await opnWorld();
    const refused = await workWith(opn, side, 'refused');
    expect(await refused()).toMatchObject({ status: 400, body: { object: 'error' } });
    await opn.world.control('DELETE', '/control/faults');
    const work = await workWith(opn, side, 'quota');
    expect(await work()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await made(opn)).toBe(0);
  });

  it('has unknown fields, or no amounts', async () => {
    const opn = await opnWorld();
    const work = await workWith(opn, side, 'extra');
    expect((await work()).body).toHaveProperty('x_unannounced');
    await opn.world.control('DELETE', '/control/faults');
    const bare = await workWith(opn, side, 'missing');
    expect((await bare()).body).not.toHaveProperty('amount');
  });

  it('answers each error on demand, without the work', async () => {
    const opn = await opnWorld();
    const { body } = await opn.world.control<{ service: string; errors: string[] }[]>(
      'GET',
      '/control/services',
    );
    const errors = body.find(({ service }) => service === 'opn')?.errors ?? [];
    expect(errors).toEqual(expect.arrayContaining(['authentication_failure', 'not_found', 'bad_request']));
    for (const error of errors) {
      await opn.world.control('POST', '/control/services/opn', { error });
      const path = side === 'charge' ? '/charges' : '/transfers';
      expect(await opn.ask(path, { json: {} })).toMatchObject({ body: { object: 'error', code: error } });
    }
    expect(await made(opn)).toBe(0);
  });

  it('is told of twice, and with a signature that does not fit', async () => {
    const opn = await opnWorld();
    const { port, work } = SIDES[side];
    await opn.strike(port, 'duplicate');
    const { id } = shown(await work(opn));
    await expect.poll(opn.told).toEqual([`${side}.create ${id}`, `${side}.create ${id}`]);
    await opn.world.control('DELETE', '/control/faults');
    await opn.strike(port, 'bad_signature');
    const other = shown(await work(opn)).id;
    await expect.poll(opn.told).toContain(`forged ${side}.create ${other}`);
  });
});

describe('the other shape of Opn', () => {
  it('is a charge of the older API version', async () => {
    const opn = await opnWorld();
    await opn.strike('gateway:opn', 'alternate');
    const charge = await opn.open();
    expect(charge).toMatchObject({ currency: 'thb', created: '2026-01-02T03:04:05Z' });
    expect(charge).not.toHaveProperty('created_at');
  });

  it('is a recipient that is not active yet, and no regard for a transfer’s key', async () => {
    const opn = await opnWorld();
    const first = shown(await opn.transfer({ idemp_key: 'P1' }));
    const recipient = first['recipient'] as string;
    await opn.strike('bank:opn', 'alternate');
    expect(await opn.ask('/recipients', { json: RECIPIENT })).toMatchObject({
      status: 200,
      body: { verified: false, active: false },
    });
    const again = await opn.ask('/transfers', { json: { amount: 50_025, recipient, idemp_key: 'P1' } });
    expect(shown(again).id).not.toBe(first.id);
  });
});

describe('the webhook of Opn', () => {
  it('has two signatures while the secret is being changed, or none', async () => {
    const { world, receiver, open, told } = await opnWorld();
    const url = `${receiver.url}/opn`;
    await world.control('PUT', '/control/webhooks/opn', { url, rotating: true });
    const { id } = await open();
    await expect.poll(told).toEqual([`charge.create ${id}`]);
    expect(String(receiver.received[0]?.headers['omise-signature']).split(',')).toHaveLength(2);
    await world.control('PUT', '/control/webhooks/opn', { url, signed: false });
    await open();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.headers).not.toHaveProperty('omise-signature');
  });
});
