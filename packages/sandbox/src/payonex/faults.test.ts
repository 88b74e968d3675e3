import { describe, expect, it } from 'vitest';
import { payonexWorld, type PayonexWorld } from '../testing/payonex.ts';

const PORTS = { deposit: 'gateway:payonex', withdraw: 'bank:payonex' } as const;

/** The number of transactions that were made, as the sandbox knows it. */
const made = async ({ world }: PayonexWorld): Promise<number> =>
  (await world.control<unknown[]>('GET', '/control/payonex/transactions')).body.length;

describe.each(['deposit', 'withdraw'] as const)('a %s under a fault', (type) => {
  it.each([
    ['timeout_before_commit', 0],
    ['timeout_after_commit', 1],
  ])('%s gets no answer, and %i was made', async (kind, count) => {
    const payonex = await payonexWorld();
    await payonex.strike(PORTS[type], kind);
    const answered = payonex.request(type).then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => made(payonex)).toBe(count);
    await payonex.world.stop();
    expect(await answered).toBe('cut off');
  });

  it.each([
    [0.2, 0],
    [0.8, 1],
  ])('shows a web page or a 500, half before the work: dice %d, %i made', async (dice, count) => {
    const payonex = await payonexWorld({ random: () => dice });
    await payonex.strike(PORTS[type], 'html');
    expect((await payonex.request(type)).body).toContain('<html>');
    expect(await made(payonex)).toBe(count);
    await payonex.world.control('DELETE', '/control/faults');
    await payonex.strike(PORTS[type], 'http_500');
    expect(await payonex.request(type)).toMatchObject({ status: 500, body: { success: false } });
    expect(await made(payonex)).toBe(2 * count);
  });

  it('is refused without a record, and by a quota', async () => {
    const payonex = await payonexWorld();
    await payonex.strike(PORTS[type], 'refused');
    expect(await payonex.request(type)).toMatchObject({ status: 400, body: { success: false } });
    await payonex.world.control('DELETE', '/control/faults');
    await payonex.strike(PORTS[type], 'quota');
    expect(await payonex.request(type)).toMatchObject({ status: 429, body: { code: '42900' } });
    expect(await made(payonex)).toBe(0);
  });

  it('in the other shape has amounts as text, times, errors with HTTP 200 and a reference for one use', async () => {
    const payonex = await payonexWorld();
    await payonex.strike('gateway:payonex', 'alternate');
    await payonex.strike('bank:payonex', 'alternate');
    const uuid = await payonex.open(type);
    expect(await payonex.find(uuid)).toMatchObject({
      type: type.toUpperCase(),
      amount: '500.25',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:04:05.000Z',
    });
    expect(await payonex.request(type)).toMatchObject({
      status: 200,
      body: { success: false, code: '40006' },
    });
    expect(await payonex.balance()).toMatchObject({ balance: '1000000.00' });
    expect(await made(payonex)).toBe(1);
  });

  it('is told twice', async () => {
    const payonex = await payonexWorld();
    await payonex.strike(PORTS[type], 'duplicate');
    const uuid = await payonex.open(type);
    await (type === 'deposit'
      ? payonex.world.control('POST', `/control/qr/${uuid}/pay`)
      : payonex.world.control('POST', `/control/payouts/${uuid}`, { result: 'done' }));
    await expect.poll(payonex.told).toMatchObject([
      { uuid, status: 'SUCCESS' },
      { uuid, status: 'SUCCESS' },
    ]);
  });

  it('is struck by a fault of the whole port too', async () => {
    const payonex = await payonexWorld();
    await payonex.strike(type === 'deposit' ? 'gateway' : 'bank', 'http_500');
    expect((await payonex.request(type)).status).toBe(500);
  });

  it('answers each error on demand, without the work', async () => {
    const payonex = await payonexWorld();
    const { body } = await payonex.world.control<{ service: string; errors: string[] }[]>(
      'GET',
      '/control/services',
    );
    const errors = body.find(({ service }) => service === 'payonex')?.errors ?? [];
    expect(errors).toEqual(expect.arrayContaining(['40001', '40100', '40101', '40400', '40502']));
    for (const error of errors) {
      await payonex.world.control('POST', '/control/services/payonex', { error });
      expect((await payonex.request(type)).body).toMatchObject({ success: false, code: error });
    }
    expect(await made(payonex)).toBe(0);
  });
});

describe('a look-up under a fault', () => {
  it('has unknown fields, or no amounts', async () => {
    const payonex = await payonexWorld();
    const uuid = await payonex.open('deposit');
    await payonex.strike('gateway:payonex', 'extra');
    expect((await payonex.ask(`/transactions/${uuid}`)).body).toHaveProperty('x_unannounced');
    await payonex.world.control('DELETE', '/control/faults');
    await payonex.strike('gateway:payonex', 'missing');
    const found = await payonex.find(uuid);
    expect(found).toMatchObject({ uuid, status: 'PROCESSING' });
    expect(found).not.toHaveProperty('amount');
    expect(await payonex.balance()).toEqual({});
  });
});

describe('a body that is not JSON', () => {
  it('is a bad request in the service’s shape', async () => {
    const { world } = await payonexWorld();
    const answer = await fetch(`${world.url}/payonex/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"accessKey":',
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { success: false, code: '40001' }]);
  });
});
