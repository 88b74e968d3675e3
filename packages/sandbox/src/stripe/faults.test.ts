import { describe, expect, it } from 'vitest';
import { qrOf, shown, stripeWorld, type StripeWorld } from '../testing/stripe.ts';

/** The number of intents that were made, as the sandbox knows it. */
const made = async ({ world }: StripeWorld): Promise<number> =>
  (await world.control<unknown[]>('GET', '/control/stripe/payment_intents')).body.length;

describe('a PaymentIntent of Stripe under a fault', () => {
  it.each([
    ['timeout_before_commit', 0],
    ['timeout_after_commit', 1],
  ])('%s gets no answer, and %i was made', async (kind, count) => {
    const stripe = await stripeWorld();
    await stripe.strike(kind);
    const answered = stripe.create().then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => made(stripe)).toBe(count);
    await stripe.world.stop();
    expect(await answered).toBe('cut off');
  });

  it.each([
    [0.2, 0],
    [0.8, 1],
  ])('shows a web page or a 500, half before the work: dice %d, %i made', async (dice, count) => {
    const stripe = await stripeWorld({ random: () => dice });
    await stripe.strike('html');
    expect((await stripe.create()).body).toContain('<html>');
    await stripe.world.control('DELETE', '/control/faults');
    await stripe.strike('http_500');
    expect(await stripe.create()).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    expect(await made(stripe)).toBe(2 * count);
  });

  it.each(['refused', 'quota'])('is refused without a record: %s', async (kind) => {
    const stripe = await stripeWorld();
    await stripe.strike(kind);
    expect(await stripe.create({}, 'K1')).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limit' } },
    });
    expect(await made(stripe)).toBe(0);
    await stripe.world.control('DELETE', '/control/faults');
    expect((await stripe.create({}, 'K1')).status).toBe(200);
  });

  it('has unknown fields, or no amounts', async () => {
    const stripe = await stripeWorld();
    const { id } = await stripe.open();
    await stripe.strike('extra');
    expect(await stripe.find(id)).toHaveProperty('x_unannounced');
    await stripe.world.control('DELETE', '/control/faults');
    await stripe.strike('missing');
    expect(await stripe.find(id)).not.toHaveProperty('amount');
  });

  it('has an address in place of the QR’s text in the other shape, as in test mode', async () => {
    const stripe = await stripeWorld();
    await stripe.strike('alternate');
    const { data, hosted_instructions_url: page } = qrOf(await stripe.open());
    expect(data).toBe(page);
  });

  it('answers each error on demand, without the work', async () => {
    const stripe = await stripeWorld();
    const { body } = await stripe.world.control<{ service: string; errors: string[] }[]>(
      'GET',
      '/control/services',
    );
    const errors = body.find(({ service }) => service === 'stripe')?.errors ?? [];
    expect(errors).toEqual(expect.arrayContaining(['invalid_api_key', 'rate_limit', 'resource_missing']));
    for (const error of errors) {
      await stripe.world.control('POST', '/control/services/stripe', { error });
      const answer = await stripe.create();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toMatchObject({ error: { type: expect.any(String) as string } });
    }
    expect(await made(stripe)).toBe(0);
  });
});

describe('the webhook of Stripe', () => {
  it('comes twice, and with a signature that does not fit', async () => {
    const stripe = await stripeWorld();
    await stripe.strike('duplicate');
    const { id } = await stripe.open();
    await stripe.pay(id);
    const event = `payment_intent.succeeded ${id}`;
    await expect.poll(stripe.told).toEqual([event, event]);
    await stripe.world.control('DELETE', '/control/faults');
    await stripe.strike('bad_signature');
    const other = shown(await stripe.create()).id;
    await stripe.pay(other);
    await expect.poll(stripe.told).toContain(`forged payment_intent.succeeded ${other}`);
  });

  it('has two signatures while the secret is being changed', async () => {
    const { world, receiver, open, pay, told } = await stripeWorld();
    await world.control('PUT', '/control/webhooks/stripe', { url: `${receiver.url}/stripe`, rotating: true });
    const { id } = await open();
    await pay(id);
    await expect.poll(told).toEqual([`payment_intent.succeeded ${id}`]);
    expect(String(receiver.received[0]?.headers['stripe-signature']).match(/v1=/g)).toHaveLength(2);
  });
});
