/** The adapter of SCB against the sandbox's emulator of it, which shares nothing with the adapter. */
import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { parse } from 'promptparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/conformance/webhook-receiver.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import { moveTime } from '../../testing/moved-time.ts';
import type { ServiceConnection } from '../http/service-call.ts';
import { ScbClient } from './client.ts';
import { createScbGateway } from './gateway.ts';
import { createScbSlips } from './slips.ts';
import { writeReference } from './transform.ts';

const AMOUNT = minor(30_050n);
const NOT_PAID = { outcome: 'done', value: { entries: [], rejected: [] } };
const BANKS: Readonly<Record<string, string>> = { '004': 'KBANK', '014': 'SCB' };

interface Paid {
  readonly transactionId: string;
  readonly ref1: string;
}

describe('SCB and its emulator', () => {
  let database: Database;
  let world: ServiceWorld;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;
  let slips: SlipLookup;

  const connect = (connection: ServiceConnection, applicationSecret = 'demo-scb-application-secret') => {
    const client = new ScbClient(
      withCredentials(connection, { applicationKey: 'demo-scb-application-key', applicationSecret }),
    );
    const records = createServiceRecords(database);
    return {
      gateway: createScbGateway({
        client,
        records,
        gateway: 'SCB',
        billerId: '000000000000001',
        prefix: 'KRP',
      }),
      slips: createScbSlips({ client, bankCodeOf: (number) => BANKS[number] ?? '' }),
    };
  };
  beforeAll(async () => {
    [database, world, receiver] = await Promise.all([
      pgliteDatabase(),
      ServiceWorld.start('gateway:scb'),
      startWebhookReceiver(),
    ]);
    ({ gateway, slips } = connect(world.connection));
    await world.outside.control('PUT', '/webhooks/scb', { url: receiver.url });
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
  const made = async (changes = {}) => {
    const asked = order(changes);
    expect((await gateway.createOrder(asked)).outcome).toBe('done');
    return asked.reference;
  };
  const ref1Of = (reference: string): string => writeReference(reference)?.ref1 ?? '';
  /** Pays a code. @returns the bank's id of the payment */
  const pay = async (reference: string, body: object = {}): Promise<string> => {
    await world.outside.control('POST', `/qr/${ref1Of(reference)}/pay`, body);
    const paid = await world.outside.control<Paid[]>('GET', '/scb/payments');
    return paid.findLast(({ ref1 }) => ref1 === ref1Of(reference))?.transactionId ?? '';
  };
  /** Returns the callbacks about a payment. */
  const told = async (transactionId: string, count = 1) => {
    await world.outside.workOff();
    const about = receiver.about(transactionId);
    expect(about).toHaveLength(count);
    return about;
  };

  it('takes the right keys alone', async () => {
    expect(await gateway.check?.()).toMatchObject({ outcome: 'done' });
    const stranger = connect(world.connection, 'a-wrong-secret');
    expect(await stranger.gateway.check?.()).toMatchObject({ outcome: 'refused' });
    expect((await stranger.gateway.createOrder(order())).outcome).toBe('unknown');
  });

  it.each([
    [1n, '0.01'],
    [12_345n, '123.45'],
    [99_999_999n, '999999.99'],
  ])('makes a code that asks for the amount: %d', async (amount, text) => {
    const created = await gateway.createOrder(order({ amount: minor(amount) }));
    expect(parse(created.outcome === 'done' ? created.value : '', true)?.getTagValue('54')).toBe(text);
  });

  it('has every payment of a code on record, also of another amount', async () => {
    const reference = await made();
    expect(await gateway.payments(reference)).toEqual(NOT_PAID);
    const [first, second] = [await pay(reference), await pay(reference, { amount: 1.5 })];
    expect(await gateway.payments(reference)).toMatchObject({
      outcome: 'done',
      value: {
        entries: [
          { paymentId: first, reference, amount: AMOUNT },
          { paymentId: second, reference, amount: 150n },
        ],
        rejected: [],
      },
    });
  });

  it('says that a code is not paid in both ways', async () => {
    const reference = await made();
    await world.fault('alternate');
    expect(await gateway.payments(reference)).toEqual(NOT_PAID);
  });

  it('tells of a payment, and its record counts', async () => {
    receiver.answerWith((callback) => gateway.acknowledge?.(callback) ?? {});
    const reference = await made();
    const paymentId = await pay(reference);
    const [callback] = await told(paymentId);
    const payment = { paymentId, reference, amount: AMOUNT };
    for (let times = 0; times < 2; times += 1) {
      expect(await gateway.readCallback(callback!)).toMatchObject(payment);
    }
    const forged = { ...callback!, rawBody: callback!.rawBody.replace('300.50', '9999.00') };
    expect(forged.rawBody).not.toBe(callback!.rawBody);
    expect(await gateway.readCallback(forged)).toMatchObject(payment);
    const invented = { ...callback!, rawBody: callback!.rawBody.replace(paymentId, 'INVENTED1') };
    expect(await gateway.readCallback(invented)).toBe('unconfirmed');
  });

  it('tells three times where the answer is not the one it waits for', async () => {
    receiver.answerWith(() => ({ resCode: '99' }));
    const reference = await made();
    const paymentId = await pay(reference);
    for (let count = 1; count <= 3; count += 1) {
      await told(paymentId, count);
      await moveTime(MINUTE_MS);
    }
    await told(paymentId, 3);
  });

  it('puts a payment aside that was given back', async () => {
    const reference = await made();
    const paymentId = await pay(reference);
    await world.outside.control('POST', `/scb/payments/${paymentId}/reverse`);
    expect(await gateway.payments(reference)).toMatchObject({
      value: { entries: [], rejected: [{ reason: 'it was reversed' }] },
    });
  });

  it('is asked with a new token where the old one has ended', async () => {
    const reference = await made();
    const paymentId = await pay(reference);
    await world.force('9300');
    expect(await gateway.payments(reference)).toMatchObject({ value: { entries: [{ paymentId }] } });
  });

  it.each(SERVICE_FAULTS)('under %s, dice %d: a code is asked for again', async (kind, dice) => {
    await made();
    const asked = order();
    await world.fault(kind, dice);
    expect(await gateway.createOrder(asked)).toMatchObject({ outcome: 'unknown' });
    await world.heal();
    expect((await gateway.createOrder(asked)).outcome).toBe('done');
    const paymentId = await pay(asked.reference);
    await world.fault(kind, dice);
    expect((await gateway.payments(asked.reference)).outcome).toBe('unknown');
    await world.heal();
    expect(await gateway.payments(asked.reference)).toMatchObject({
      value: { entries: [{ paymentId, amount: AMOUNT }] },
    });
  });

  it('makes no code and tells of no payment by an error', async () => {
    const reference = await made();
    for (const error of await world.errors()) {
      await world.force(error, 3);
      expect([error, (await gateway.createOrder(order())).outcome]).not.toContain('done');
      await world.heal();
      await world.force(error, 3);
      const about = await gateway.payments(reference);
      expect([error, about.outcome]).toEqual([error, error === '1104' ? 'done' : 'unknown']);
      await world.heal();
    }
  });

  describe('a slip', () => {
    it('is found with both parties, and not under another bank', async () => {
      const { reference } = await world.outside.control<{ reference: string }>('POST', '/bank/transfer', {
        fromBankCode: 'SCB',
        fromAccountNo: '1234567890',
        fromName: 'สมชาย ใจดี',
        toAccountNo: '0001234572',
        amount: 1234.5,
      });
      expect(await slips.lookUp({ sendingBank: '014', reference })).toMatchObject({
        outcome: 'done',
        value: { status: 'found', transfer: { amount: 123_450n, fromBankCode: 'SCB' } },
      });
      const none = { outcome: 'done', value: { status: 'not_found' } };
      expect(await slips.lookUp({ sendingBank: '004', reference })).toEqual(none);
    });

    it('is one of a paid code too', async () => {
      const reference = await pay(await made());
      expect(await slips.lookUp({ sendingBank: '004', reference })).toMatchObject({
        value: { status: 'found', transfer: { amount: AMOUNT, fromBankCode: 'KBANK', toBankCode: 'SCB' } },
      });
    });
  });
});
