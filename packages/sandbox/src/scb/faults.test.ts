import { describe, expect, it } from 'vitest';
import { billsOf, dataOf, scbWorld, type ScbWorld } from '../testing/scb.ts';

/** The number of QRs that were made, as the sandbox knows it. */
const made = async ({ world }: ScbWorld): Promise<number> =>
  (await world.control<unknown[]>('GET', '/control/qr')).body.length;

describe('a QR of SCB under a fault', () => {
  it.each([
    ['timeout_before_commit', 0],
    ['timeout_after_commit', 1],
  ])('%s gets no answer, and %i was made', async (kind, count) => {
    const scb = await scbWorld();
    await scb.strike('gateway:scb', kind);
    const answered = scb.create().then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => made(scb)).toBe(count);
    await scb.world.stop();
    expect(await answered).toBe('cut off');
  });

  it.each([
    [0.2, 0],
    [0.8, 1],
  ])('shows a web page or a 500, half before the work: dice %d, %i made', async (dice, count) => {
    const scb = await scbWorld({ random: () => dice });
    await scb.strike('gateway:scb', 'html');
    expect((await scb.create()).body).toContain('<html>');
    await scb.world.control('DELETE', '/control/faults');
    await scb.strike('gateway:scb', 'http_500');
    expect(await scb.create()).toMatchObject({ status: 500, body: { status: { code: 9700 } } });
    expect(await made(scb)).toBe(count);
  });

  it('is refused without a record, and by a quota', async () => {
    const scb = await scbWorld();
    await scb.strike('gateway:scb', 'refused');
    expect(await scb.create()).toMatchObject({ status: 400, body: { status: { code: 8102 } } });
    await scb.world.control('DELETE', '/control/faults');
    await scb.strike('gateway:scb', 'quota');
    expect((await scb.create()).status).toBe(429);
    expect((await scb.inquire()).status).toBe(429);
    expect(await made(scb)).toBe(0);
  });

  it('has unknown fields', async () => {
    const scb = await scbWorld();
    await scb.strike('gateway:scb', 'extra');
    expect((await scb.create()).body).toHaveProperty('x_unannounced');
  });

  it('answers each error on demand, without the work', async () => {
    const scb = await scbWorld();
    const { body } = await scb.world.control<{ service: string; errors: string[] }[]>(
      'GET',
      '/control/services',
    );
    const errors = body.find(({ service }) => service === 'scb')?.errors ?? [];
    expect(errors).toEqual(expect.arrayContaining(['1101', '1104', '9100', '9300', '9503', '9700', '9900']));
    for (const error of errors) {
      await scb.world.control('POST', '/control/services/scb', { error });
      const answer = await scb.create();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toMatchObject({ status: { code: expect.any(Number) as number } });
    }
    expect(await made(scb)).toBe(0);
  });
});

describe('the other shape of SCB', () => {
  it('is an empty list for an unpaid bill, a GIF, and a callback with a number and fewer fields', async () => {
    const scb = await scbWorld();
    await scb.strike('gateway:scb', 'alternate');
    const { qrImage } = dataOf(await scb.create());
    expect(
      Buffer.from(qrImage ?? '', 'base64')
        .subarray(0, 3)
        .toString(),
    ).toBe('GIF');
    expect((await scb.inquire()).body).toMatchObject({ status: { code: 1000 }, data: [] });
    await scb.pay();
    await expect.poll(scb.told).toMatchObject([{ amount: 500.25, billPaymentRef1: 'DEP1' }]);
    expect(scb.told()[0]).not.toHaveProperty('billPaymentRef2');
  });
});

describe('an inquiry and a callback under a fault', () => {
  it('have no amount, or come twice', async () => {
    const scb = await scbWorld();
    await scb.create();
    await scb.strike('gateway:scb', 'duplicate');
    await scb.pay();
    await expect.poll(scb.told).toHaveLength(2);
    await scb.strike('gateway:scb', 'missing');
    expect(billsOf(await scb.inquire())[0]).not.toHaveProperty('amount');
  });
});

describe('a slip at SCB under a fault', () => {
  const look = (scb: ScbWorld) => scb.ask('/v1/payment/billpayment/transactions/1?sendingBank=004');

  it('is behind, or the quota is used up', async () => {
    const scb = await scbWorld();
    await scb.strike('slip:scb', 'delayed');
    expect((await look(scb)).status).toBe(404);
    await scb.world.control('DELETE', '/control/faults');
    await scb.strike('slip', 'quota');
    expect((await look(scb)).status).toBe(429);
  });
});

describe('a body that is not JSON', () => {
  it('is a bad request in SCB’s shape', async () => {
    const { ask } = await scbWorld();
    const answer = await ask('/v1/oauth/token', { method: 'POST', headers: {}, form: { a: '1' } });
    expect(answer).toMatchObject({ status: 400, body: { status: { code: 1101 } } });
  });
});
