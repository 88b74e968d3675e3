import { describe, expect, it } from 'vitest';
import { shown, stripeWorld, type StripeWorld } from '../testing/stripe.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const DAY_MS = 86_400_000;

const made = async ({ world }: Pick<StripeWorld, 'world'>): Promise<number> =>
  (await world.control<unknown[]>('GET', '/control/stripe/payment_intents')).body.length;

describe('an idempotency key of Stripe', () => {
  it('gives the first answer again, and says so', async () => {
    const stripe = await stripeWorld();
    const first = await stripe.create({}, 'K1');
    const again = await stripe.create({}, 'K1');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('idempotency-key')).toBe('K1');
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(await made(stripe)).toBe(1);
    expect(shown(await stripe.create({}, 'K2')).id).not.toBe(shown(first).id);
    expect(shown(await stripe.create()).id).not.toBe(shown(first).id);
  });

  it('gives the first answer although the intent was paid since', async () => {
    const stripe = await stripeWorld();
    const { id } = shown(await stripe.create({}, 'K1'));
    await stripe.pay(id);
    expect(await stripe.create({}, 'K1')).toMatchObject({ body: { id, status: 'requires_action' } });
  });

  it('is for the same parameters and call only', async () => {
    const stripe = await stripeWorld();
    const { id } = shown(await stripe.create({}, 'K1'));
    const refused = { status: 400, body: { error: { type: 'idempotency_error' } } };
    expect(await stripe.create({ amount: '50026' }, 'K1')).toMatchObject(refused);
    const headers = { 'idempotency-key': 'K1' };
    expect(await stripe.ask(`/payment_intents/${id}/cancel`, { method: 'POST', headers })).toMatchObject(
      refused,
    );
    expect(await stripe.find(id)).toMatchObject({ status: 'requires_action' });
  });

  it('ends after a day', async () => {
    const stripe = await stripeWorld();
    const { id } = shown(await stripe.create({}, 'K1'));
    stripe.clock.forward(DAY_MS - 1);
    expect(shown(await stripe.create({}, 'K1')).id).toBe(id);
    stripe.clock.forward(1);
    expect(shown(await stripe.create({}, 'K1')).id).not.toBe(id);
  });

  it('keeps a refusal of the work, and none of the parameters', async () => {
    const stripe = await stripeWorld();
    const small = { status: 400, body: { error: { code: 'amount_too_small' } } };
    expect(await stripe.create({ amount: '1' }, 'K1')).toMatchObject(small);
    const again = await stripe.create({ amount: '1' }, 'K1');
    expect(again).toMatchObject(small);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await stripe.create({ amount: 'x' }, 'K2');
    expect((await stripe.create({}, 'K2')).status).toBe(200);
  });

  it.each([0.2, 0.8])('keeps a 500, before the work or after it: dice %d', async (dice) => {
    const stripe = await stripeWorld({ random: () => dice });
    await stripe.strike('http_500');
    expect((await stripe.create({}, 'K1')).status).toBe(500);
    await stripe.world.control('DELETE', '/control/faults');
    const again = await stripe.create({}, 'K1');
    expect(again).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await stripe.create({}, 'K2')).status).toBe(200);
  });

  it('finds what an answer was lost of, after a restart too', async () => {
    const dataFolder = await temporaryFolder();
    const stripe = await stripeWorld({ dataFolder });
    await stripe.strike('timeout_after_commit');
    const lost = stripe.create({}, 'K1').catch(() => 'cut off');
    await expect.poll(() => made(stripe)).toBe(1);
    await stripe.world.stop();
    expect(await lost).toBe('cut off');
    const world = await startWorld({ dataFolder, now: stripe.clock.now, port: stripe.world.port });
    expect((await stripe.create({}, 'K1')).headers.get('idempotent-replayed')).toBe('true');
    expect(await made({ world })).toBe(1);
  });
});
