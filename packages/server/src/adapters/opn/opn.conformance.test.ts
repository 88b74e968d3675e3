/** The adapter of Opn against the sandbox's emulator of it, which shares nothing with the adapter. */
import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readQrPicture } from '../../composition/qr-pictures.ts';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { Bank } from '../../ports/bank.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { pass, startAnswering } from '../../testing/answering.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/conformance/webhook-receiver.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import type { ServiceConnection } from '../http/service-call.ts';
import { createOpnBank } from './bank.ts';
import { OpnClient } from './client.ts';
import { createOpnGateway } from './gateway.ts';

const AMOUNT = minor(30_050n);
const NOT_PAID = { outcome: 'done', value: { entries: [], rejected: [] } };
const ACCEPTED = { outcome: 'done', value: 'accepted' };
const WEBHOOK_SECRET = 'ZGVtby1vcG4td2ViaG9vay1zZWNyZXQ=';
const OLD_WEBHOOK_SECRET = 'ZGVtby1vcG4tb2xkLXdlYmhvb2stc2VjcmV0';

interface Seen {
  readonly id: string;
  readonly recipient?: string;
  readonly metadata: { readonly reference?: string };
}

describe('Opn and its emulator', () => {
  let database: Database;
  let world: ServiceWorld;
  let receiver: WebhookReceiver;
  let gateway: PaymentGateway;
  let bank: Bank;

  const connect = (
    connection: ServiceConnection,
    { secretKey = 'skey_test_demo', webhookSecret = WEBHOOK_SECRET } = {},
  ) => {
    const parts = {
      client: new OpnClient(withCredentials(connection, { secretKey })),
      records: createServiceRecords(database),
      webhookSecret,
    };
    return {
      gateway: createOpnGateway({ ...parts, gateway: 'OPN', readQr: readQrPicture }),
      bank: createOpnBank({ ...parts, bankCodes: new Map(), fee: minor(3_000n) }),
    };
  };
  const listen = (more: object = {}) =>
    world.outside.control('PUT', '/webhooks/opn', { url: receiver.url, ...more });
  beforeAll(async () => {
    [database, world, receiver] = await Promise.all([
      pgliteDatabase(),
      ServiceWorld.start('gateway:opn'),
      startWebhookReceiver(),
    ]);
    ({ gateway, bank } = connect(world.connection));
    await listen();
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
    await database.close();
  });

  const order = () => ({
    reference: randomUUID(),
    amount: AMOUNT,
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 900_000),
    callbackUrl: `${world.dead.baseUrl}/callback`,
  });
  const payout = (changes = {}) => ({
    reference: randomUUID(),
    amount: AMOUNT,
    toBankCode: 'KBANK',
    toAccountNo: '0987654321',
    toAccountName: 'SOMYING JAIDEE',
    callbackUrl: `${world.dead.baseUrl}/callback`,
    ...changes,
  });
  const made = async () => {
    const asked = order();
    expect((await gateway.createOrder(asked)).outcome).toBe('done');
    return asked.reference;
  };
  const ordered = async () => {
    const asked = payout();
    expect(await bank.payOut(asked)).toEqual(ACCEPTED);
    return asked.reference;
  };
  /** Returns the service's records of a reference. */
  const seen = async (kind: 'charges' | 'transfers', reference: string) =>
    (await world.outside.control<Seen[]>('GET', `/opn/${kind}`)).filter(
      ({ metadata }) => metadata.reference === reference,
    );
  const idOf = async (kind: 'charges' | 'transfers', reference: string): Promise<string> =>
    (await seen(kind, reference))[0]?.id ?? '';
  const payFor = (reference: string) => world.outside.control('POST', `/qr/${reference}/pay`, {});
  const settle = async (reference: string, result: 'done' | 'refused') =>
    world.outside.control('POST', `/payouts/${await idOf('transfers', reference)}`, { result });
  /** Returns the webhook of an event about a reference. */
  const told = async (key: string, reference: string) => {
    await world.outside.workOff();
    return receiver.about(`"key":"${key}"`, reference).at(-1) ?? expect.unreachable();
  };
  const strike = async (kind: Parameters<ServiceWorld['fault']>[0], dice = 0) => {
    await world.fault(kind, dice);
    await world.outside.fault('bank:opn', kind);
  };

  it('takes the right key alone', async () => {
    expect(await gateway.check?.()).toMatchObject({ outcome: 'done', value: expect.stringMatching(/baht$/) });
    const stranger = connect(world.connection, { secretKey: 'skey_test_other' });
    expect(await stranger.gateway.check?.()).toMatchObject({ outcome: 'refused' });
    const asked = payout();
    expect(await stranger.bank.payOut(asked)).toMatchObject({ outcome: 'unknown', sent: false });
    expect(await bank.payOut(asked)).toEqual(ACCEPTED);
  });

  describe('deposits', () => {
    it('have the code that the picture shows', async () => {
      const asked = order();
      const created = await gateway.createOrder(asked);
      const orders = await world.outside.control<{ payload: string }[]>('GET', '/qr');
      expect(orders.map(({ payload }) => payload)).toContain(
        created.outcome === 'done' ? created.value : undefined,
      );
    });

    it('are paid once, and listed with their period', async () => {
      const reference = await made();
      expect(await gateway.payments(reference)).toEqual(NOT_PAID);
      await payFor(reference);
      const payment = { reference, amount: AMOUNT, paymentId: await idOf('charges', reference) };
      const value = { entries: [payment], rejected: [] };
      expect(await gateway.payments(reference)).toMatchObject({ outcome: 'done', value });
      const listed = await gateway.paymentsSince(new Date(Date.now() - 60_000));
      expect(listed.outcome === 'done' && listed.value.entries).toEqual(
        expect.arrayContaining([expect.objectContaining(payment)]),
      );
      expect(await gateway.paymentsSince(new Date(Date.now() + 60_000))).toEqual(NOT_PAID);
      await world.fault('alternate');
      expect(await gateway.payments(reference)).toMatchObject({ outcome: 'done', value });
    });

    it('are told of with a signature, in any order and again', async () => {
      const reference = await made();
      await payFor(reference);
      const callback = await told('charge.complete', reference);
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.readCallback(callback)).toMatchObject({ reference, amount: AMOUNT });
      }
      const forged = { ...callback, rawBody: callback.rawBody.replace('30050', '99999') };
      expect(await gateway.readCallback(forged)).toBeNull();
      // The event of the making comes after the payment: the service has it paid by then.
      expect(await gateway.readCallback(await told('charge.create', reference))).toMatchObject({ reference });
      expect(await gateway.readCallback(await told('charge.create', await made()))).toBe('nothing');
    });

    it('are told of with both secrets while they are changed', async () => {
      await listen({ rotating: true });
      const reference = await made();
      await payFor(reference);
      const callback = await told('charge.complete', reference);
      await listen();
      const old = connect(world.connection, { webhookSecret: OLD_WEBHOOK_SECRET });
      for (const one of [gateway, old.gateway]) {
        expect(await one.readCallback(callback)).toMatchObject({ reference, amount: AMOUNT });
      }
      await listen({ signed: false });
      const other = await made();
      await payFor(other);
      expect(await gateway.readCallback(await told('charge.complete', other))).toBeNull();
      await listen();
    });

    it('are ended by us while they wait, and by the service', async () => {
      const [ended, failed, paid] = [await made(), await made(), await made()];
      expect(await gateway.cancelOrder(ended)).toEqual({ outcome: 'done' });
      const path = `/opn/charges/${await idOf('charges', failed)}`;
      await world.outside.control('POST', path, { failure_code: 'payment_cancelled' });
      await payFor(paid);
      expect(await gateway.cancelOrder(paid)).toMatchObject({ outcome: 'refused' });
      for (const reference of [ended, failed]) {
        expect(await gateway.payments(reference)).toEqual(NOT_PAID);
        expect(await gateway.cancelOrder(reference)).toMatchObject({ outcome: 'refused' });
      }
      expect(await gateway.readCallback(await told('charge.expire', ended))).toBe('nothing');
    });
  });

  describe('payouts', () => {
    it('reach the member whole', async () => {
      const reference = await ordered();
      const value = { status: 'accepted', amount: AMOUNT };
      expect(await bank.lookUp(reference)).toEqual({ outcome: 'done', value });
      const payouts = await world.outside.control<{ id: string; amount: number }[]>('GET', '/payouts');
      const id = await idOf('transfers', reference);
      expect(payouts.find((one) => one.id === id)).toMatchObject({
        amount: 300.5,
        toBankCode: 'KBANK',
        toAccountNo: '0987654321',
      });
      await settle(reference, 'done');
      const done = { status: 'done', amount: AMOUNT };
      expect(await bank.lookUp(reference)).toEqual({ outcome: 'done', value: done });
      const callback = await told('transfer.pay', reference);
      expect(await bank.readCallback(callback)).toMatchObject({ reference, ...done });
      expect(await gateway.readCallback(callback)).toBe('nothing');
    });

    it('are refused where the transfer fails, and not clear where it may have been sent', async () => {
      const [refused, sent] = [await ordered(), await ordered()];
      await settle(refused, 'refused');
      expect(await bank.lookUp(refused)).toMatchObject({ value: { status: 'refused' } });
      const path = `/opn/transfers/${await idOf('transfers', sent)}`;
      await world.outside.control('POST', path, { sent: true });
      await world.outside.control('POST', path, { failure_code: 'invalid_recipient' });
      expect(await bank.lookUp(sent)).toMatchObject({ outcome: 'unknown' });
    });

    it('are refused above the balance, and may be ordered again', async () => {
      const asked = payout({ amount: minor(900_000_000n) });
      expect((await bank.payOut(asked)).outcome).toBe('refused');
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
      expect(await bank.payOut({ ...asked, amount: AMOUNT })).toEqual(ACCEPTED);
    });

    it('wait for a receiver that is not verified yet', async () => {
      const asked = payout({ toAccountNo: '1112223334' });
      await strike('alternate');
      expect(await bank.payOut(asked)).toMatchObject({ outcome: 'unknown', sent: false });
      await world.heal();
      expect(await bank.payOut(asked)).toMatchObject({ outcome: 'unknown', sent: false });
      expect(await seen('transfers', asked.reference)).toEqual([]);
    });
  });

  it.each(SERVICE_FAULTS)(
    'under %s, dice %d: a charge is never made twice, and is found',
    async (kind, dice) => {
      const asked = order();
      await world.fault(kind, dice);
      expect(await gateway.createOrder(asked)).toMatchObject({ outcome: 'unknown', sent: true });
      await world.heal();
      const count = dice === 0 ? 0 : 1;
      expect(await seen('charges', asked.reference)).toHaveLength(count);
      expect((await gateway.createOrder(asked)).outcome).toBe('unknown');
      expect(await seen('charges', asked.reference)).toHaveLength(count);
      expect((await gateway.payments(asked.reference)).outcome).toBe(count === 1 ? 'done' : 'not_found');
    },
  );

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('makes a payout once whose answer is lost %s the work', async (when, count) => {
    const front = await startAnswering(async (request, body, response) => {
      const isLost = request.url === '/transfers' && request.method === 'POST';
      if (isLost && when === 'before') return void response.destroy();
      const { status, text } = await pass(world.connection.baseUrl, request, body);
      if (isLost) return void response.destroy();
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    const asked = payout();
    const cut = connect({ baseUrl: front.url, timeoutMs: 10_000 });
    expect(await cut.bank.payOut(asked)).toMatchObject({ outcome: 'unknown', sent: true });
    await front.stop();
    expect(await bank.payOut(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await seen('transfers', asked.reference)).toHaveLength(count);
    const value = { status: 'accepted', amount: AMOUNT };
    expect(await bank.lookUp(asked.reference)).toMatchObject(
      count === 1 ? { outcome: 'done', value } : { outcome: 'unknown' },
    );
  });

  it('does nothing by an error', async () => {
    for (const error of await world.errors()) {
      const [deposit, paid] = [order(), payout()];
      await world.force(error);
      expect([error, (await gateway.createOrder(deposit)).outcome]).not.toContain('done');
      await world.force(error);
      expect([error, (await bank.payOut(paid)).outcome]).not.toContain('done');
      expect(await seen('charges', deposit.reference)).toEqual([]);
      expect(await seen('transfers', paid.reference)).toEqual([]);
    }
  });
});
