/** The adapter of Stripe against the sandbox's emulator of it, which shares nothing with the adapter. */
import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/conformance/webhook-receiver.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import type { ServiceConnection } from '../http/service-call.ts';
import { StripeClient } from './client.ts';
import { createStripeGateway } from './gateway.ts';

const AMOUNT = minor(30_050n);
const NOT_PAID = { outcome: 'done', value: { entries: [], rejected: [] } };
const EXPIRED = 'payment_intent_payment_attempt_expired';

interface Seen {
  readonly id: string;
  readonly metadata: { readonly reference?: string };
}

describe('Stripe and its emulator', () => {
  let database: Database;
  let world: ServiceWorld;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;

  const connect = (
    connection: ServiceConnection,
    { secretKey = 'sk_test_demo', webhookSecret = 'whsec_demo_stripe' } = {},
  ) =>
    createStripeGateway({
      client: new StripeClient(withCredentials(connection, { secretKey })),
      records: createServiceRecords(database),
      gateway: 'STRIPE',
      webhookSecret,
      email: 'cashier@operator.example',
    });
  const listen = (more: object = {}) =>
    world.outside.control('PUT', '/webhooks/stripe', { url: receiver.url, ...more });
  beforeAll(async () => {
    [database, world, receiver] = await Promise.all([
      pgliteDatabase(),
      ServiceWorld.start('gateway:stripe'),
      startWebhookReceiver(),
    ]);
    gateway = connect(world.connection);
    await listen();
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
    await database.close();
  });

  const order = (changes = {}) => ({
    reference: randomUUID(),
    amount: AMOUNT,
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 900_000),
    callbackUrl: `${world.dead.baseUrl}/callback`,
    ...changes,
  });
  const made = async () => {
    const asked = order();
    expect((await gateway.createOrder(asked)).outcome).toBe('done');
    return asked.reference;
  };
  /** Returns the service's records of a reference. */
  const seen = async (reference: string) =>
    (await world.outside.control<Seen[]>('GET', '/stripe/payment_intents')).filter(
      ({ metadata }) => metadata.reference === reference,
    );
  const idOf = async (reference: string): Promise<string> => (await seen(reference))[0]?.id ?? '';
  const pay = (reference: string) => world.outside.control('POST', `/qr/${reference}/pay`, {});
  /** Returns the webhook of an event about a reference. */
  const told = async (type: string, reference: string) => {
    await world.outside.workOff();
    return receiver.about(`"type":"payment_intent.${type}"`, reference).at(-1) ?? expect.unreachable();
  };

  it('takes the right key alone', async () => {
    expect(await gateway.check?.()).toMatchObject({ outcome: 'done', value: expect.stringMatching(/baht$/) });
    const stranger = connect(world.connection, { secretKey: 'sk_test_other' });
    expect(await stranger.check?.()).toMatchObject({ outcome: 'refused' });
    expect(await stranger.createOrder(order())).toMatchObject({ outcome: 'unknown', sent: false });
  });

  it('makes one code of an order, however often it is asked', async () => {
    const asked = order();
    const first = await gateway.createOrder(asked);
    expect(await gateway.createOrder(asked)).toEqual(first);
    expect(await seen(asked.reference)).toHaveLength(1);
    const orders = await world.outside.control<{ payload: string }[]>('GET', '/qr');
    expect(orders.map(({ payload }) => payload)).toContain(
      first.outcome === 'done' ? first.value : undefined,
    );
  });

  it('has no code that can be paid in test mode', async () => {
    await world.fault('alternate');
    expect(await gateway.createOrder(order())).toMatchObject({ outcome: 'unknown' });
  });

  it('is paid once, and lists the payments of a period', async () => {
    const reference = await made();
    expect(await gateway.payments(reference)).toEqual(NOT_PAID);
    await pay(reference);
    const payment = { reference, amount: AMOUNT, paymentId: await idOf(reference) };
    expect(await gateway.payments(reference)).toMatchObject({
      outcome: 'done',
      value: { entries: [payment], rejected: [] },
    });
    const listed = await gateway.paymentsSince(new Date(Date.now() - 60_000));
    expect(listed.outcome === 'done' && listed.value.entries).toEqual(
      expect.arrayContaining([expect.objectContaining(payment)]),
    );
    expect(await gateway.paymentsSince(new Date(Date.now() + 60_000))).toEqual(NOT_PAID);
  });

  it('tells of a payment with a signature, again and with both secrets', async () => {
    await listen({ rotating: true });
    const reference = await made();
    await pay(reference);
    const callback = await told('succeeded', reference);
    await listen({ signed: false });
    const old = connect(world.connection, { webhookSecret: 'whsec_demo_stripe_old' });
    for (const one of [gateway, gateway, old]) {
      expect(await one.readCallback(callback)).toMatchObject({ reference, amount: AMOUNT });
    }
    const forged = { ...callback, rawBody: callback.rawBody.replace('30050', '99999') };
    expect(await gateway.readCallback(forged)).toBeNull();
    const other = await made();
    await pay(other);
    expect(await gateway.readCallback(await told('succeeded', other))).toBeNull();
    await listen();
  });

  it('ends a code that waits, and tells of an attempt that ended', async () => {
    const [ended, expired, paid] = [await made(), await made(), await made()];
    expect(await gateway.cancelOrder(ended)).toEqual({ outcome: 'done' });
    const path = `/stripe/payment_intents/${await idOf(expired)}`;
    await world.outside.control('POST', path, { code: EXPIRED });
    await pay(paid);
    expect(await gateway.cancelOrder(paid)).toMatchObject({ outcome: 'refused' });
    for (const reference of [ended, expired]) expect(await gateway.payments(reference)).toEqual(NOT_PAID);
    expect(await gateway.readCallback(await told('canceled', ended))).toBe('nothing');
    expect(await gateway.readCallback(await told('payment_failed', expired))).toBe('nothing');
  });

  it.each(SERVICE_FAULTS)('under %s, dice %d: an order is made once, and is found', async (kind, dice) => {
    const asked = order();
    await world.fault(kind, dice);
    expect(await gateway.createOrder(asked)).toMatchObject({ outcome: 'unknown', sent: true });
    await world.heal();
    const count = dice === 0 ? 0 : 1;
    expect(await seen(asked.reference)).toHaveLength(count);
    expect((await gateway.payments(asked.reference)).outcome).toBe(count === 1 ? 'done' : 'not_found');
    // The service answers a 500 again to the key that it gave it to.
    const again = await gateway.createOrder(asked);
    expect(again.outcome).toBe(kind === 'http_500' ? 'unknown' : 'done');
    expect((await seen(asked.reference)).length).toBe(kind === 'http_500' ? count : 1);
  });

  it('makes nothing by an error', async () => {
    for (const error of await world.errors()) {
      const asked = order();
      await world.force(error);
      expect([error, (await gateway.createOrder(asked)).outcome]).not.toContain('done');
      expect(await seen(asked.reference)).toEqual([]);
    }
  });
});
