/** The adapter of PayoneX against the sandbox's emulator of it, which shares nothing with the adapter. */
import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { parse } from 'promptparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { Bank } from '../../ports/bank.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import type { PayoutView } from '../../testing/counterparties-world.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import type { ServiceConnection } from '../http/service-call.ts';
import { createPayonexBank } from './bank.ts';
import { PayonexClient } from './client.ts';
import { createPayonexGateway } from './gateway.ts';

const AMOUNT = minor(30_050n);
const PAYER = { name: 'สมหญิง ใจดี', bankCode: 'TTB', accountNo: '1234567890' };
const NOT_PAID = { outcome: 'done', value: { entries: [], rejected: [] } };
const ACCEPTED = { outcome: 'done', value: 'accepted' };
const isUnknown = (sent: boolean) => ({ outcome: 'unknown', sent });

interface Seen {
  readonly uuid: string;
  readonly type: string;
  readonly status: string;
  readonly referenceId: string;
}

describe('PayoneX and its emulator', () => {
  let database: Database;
  let world: ServiceWorld;
  let gateway: PaymentGateway;
  let bank: Bank;

  const connect = (connection: ServiceConnection, secretKey = 'demo-payonex-secret-key') => {
    const keys = { accessKey: 'demo-payonex-access-key', secretKey };
    const parts = {
      client: new PayonexClient(withCredentials(connection, keys)),
      records: createServiceRecords(database),
      bankCodes: new Map([['TTB', 'TMB']]),
      gateway: 'PAYONEX',
    };
    return { gateway: createPayonexGateway(parts), bank: createPayonexBank(parts) };
  };
  beforeAll(async () => {
    [database, world] = await Promise.all([pgliteDatabase(), ServiceWorld.start('gateway:payonex')]);
    ({ gateway, bank } = connect(world.connection));
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await world.stop();
    await database.close();
  });

  const order = (changes = {}) => ({
    reference: randomUUID(),
    amount: AMOUNT,
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 900_000),
    callbackUrl: `${world.dead.baseUrl}/callback`,
    payer: PAYER,
    ...changes,
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
    return asked;
  };
  const ordered = async () => {
    const asked = payout();
    expect(await bank.payOut(asked)).toEqual(ACCEPTED);
    return asked;
  };
  /** Returns the service's transactions of a reference. */
  const seen = async (reference: string) =>
    (await world.outside.control<Seen[]>('GET', '/payonex/transactions')).filter(
      ({ referenceId }) => referenceId === reference,
    );
  const pay = (reference: string, body?: object) =>
    world.outside.control('POST', `/qr/${reference}/pay`, body);
  const settle = async (reference: string, result: 'done' | 'refused') => {
    const [transaction] = await seen(reference);
    await world.outside.control('POST', `/payouts/${transaction?.uuid}`, { result });
  };
  const give = async (reference: string, status: string) => {
    const [transaction] = await seen(reference);
    await world.outside.control('POST', `/payonex/transactions/${transaction?.uuid}`, { status });
  };
  /** Strikes the calls of both ports. */
  const strike = async (kind: Parameters<ServiceWorld['fault']>[0], dice = 0) => {
    await world.fault(kind, dice);
    await world.outside.fault('bank:payonex', kind);
  };
  const hintOf = async (reference: string) => {
    const [transaction] = await seen(reference);
    const rawBody = JSON.stringify({ success: true, code: '20000', data: transaction });
    return { path: '/api/callback/gateway/PAYONEX', headers: {}, rawBody };
  };

  it('tells the balance to the right keys alone', async () => {
    expect(await gateway.check?.()).toMatchObject({ outcome: 'done', value: expect.stringMatching(/baht$/) });
    const stranger = connect(world.connection, 'a-wrong-secret');
    expect(await stranger.gateway.check?.()).toMatchObject({ outcome: 'refused' });
    expect(JSON.stringify(await stranger.gateway.createOrder(order()))).not.toContain('a-wrong-secret');
    const asked = payout();
    expect(await stranger.bank.payOut(asked)).toMatchObject(isUnknown(false));
    expect(await seen(asked.reference)).toEqual([]);
    expect(await bank.payOut(asked)).toEqual(ACCEPTED);
  });

  describe('deposits', () => {
    it.each([
      [1n, '0.01'],
      [12_345n, '123.45'],
      [99_999_999n, '999999.99'],
    ])('have a code that asks for the amount: %d', async (amount, text) => {
      const created = await gateway.createOrder(order({ amount: minor(amount) }));
      expect(parse(created.outcome === 'done' ? created.value : '', true)?.getTagValue('54')).toBe(text);
    });

    it('are paid once, with the amount that the service has on record', async () => {
      const { reference } = await made();
      expect(await gateway.payments(reference)).toEqual(NOT_PAID);
      expect(await gateway.readCallback(await hintOf(reference))).toBe('nothing');
      await pay(reference, { amount: 1.5 });
      const payment = { reference, amount: 150n, paymentId: (await seen(reference))[0]?.uuid };
      const told = { outcome: 'done', value: { entries: [payment], rejected: [] } };
      expect(await gateway.payments(reference)).toMatchObject(told);
      expect(await gateway.readCallback(await hintOf(reference))).toMatchObject(payment);
    });

    it('are of a period where the service tells times, and of no known one where it does not', async () => {
      const { reference } = await made();
      await pay(reference);
      const since = new Date(Date.now() - 60_000);
      expect(await gateway.paymentsSince(since)).toMatchObject(isUnknown(true));
      await strike('alternate');
      const all = await gateway.paymentsSince(since);
      expect(all).toMatchObject({ outcome: 'done', value: { rejected: [] } });
      expect(
        all.outcome === 'done' && all.value.entries.filter((entry) => entry.reference === reference),
      ).toMatchObject([{ amount: AMOUNT }]);
      expect(await gateway.paymentsSince(new Date(Date.now() + 60_000))).toEqual(NOT_PAID);
    });

    it.each(['ON_HOLD', 'REJECTED', 'REFUNDED', 'PROCESSING'])(
      'are not paid in status %s',
      async (status) => {
        const { reference } = await made();
        await give(reference, status);
        expect(await gateway.payments(reference)).toEqual(NOT_PAID);
        expect(await gateway.readCallback(await hintOf(reference))).toBe('nothing');
      },
    );

    it('are read with unknown fields and in the other shape; without an amount they are set aside', async () => {
      const { reference } = await made();
      await pay(reference);
      for (const kind of ['extra', 'alternate'] as const) {
        await strike(kind);
        expect(await gateway.payments(reference)).toMatchObject({
          value: { entries: [{ reference, amount: AMOUNT }] },
        });
        await world.heal();
      }
      await strike('missing');
      expect(await gateway.payments(reference)).toMatchObject({ value: { entries: [] } });
    });
  });

  describe('payouts', () => {
    it('are handed over as they are, and decided by the service', async () => {
      const asked = await ordered();
      expect(await bank.lookUp(asked.reference)).toEqual({
        outcome: 'done',
        value: { status: 'accepted', amount: AMOUNT },
      });
      const [{ uuid } = { uuid: '' }] = await seen(asked.reference);
      const payouts = await world.outside.control<PayoutView[]>('GET', '/payouts');
      expect(payouts.find(({ id }) => id === uuid)).toMatchObject({
        amount: 300.5,
        toBankCode: 'KBANK',
        toAccountNo: '0987654321',
      });
      await settle(asked.reference, 'done');
      const value = { status: 'done', amount: AMOUNT };
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'done', value });
      expect(await bank.readCallback(await hintOf(asked.reference))).toMatchObject(value);
      expect(await gateway.readCallback(await hintOf(asked.reference))).toBe('nothing');
    });

    it.each([
      ['REJECTED', 'refused'],
      ['REFUNDED', 'refused'],
      ['ON_HOLD', 'accepted'],
      ['PROCESSING', 'accepted'],
    ])('in status %s are %s', async (theirs, status) => {
      const { reference } = await ordered();
      await give(reference, theirs);
      expect(await bank.lookUp(reference)).toMatchObject({ outcome: 'done', value: { status } });
    });

    it('are refused above the balance, and may be ordered again', async () => {
      const asked = payout({ amount: minor(900_000_000n) });
      expect((await bank.payOut(asked)).outcome).toBe('refused');
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
      expect(await seen(asked.reference)).toEqual([]);
    });

    it('are not clear without an amount, and clear in the other shape', async () => {
      const { reference } = await ordered();
      await strike('missing');
      expect((await bank.lookUp(reference)).outcome).toBe('unknown');
      await world.heal();
      await strike('alternate');
      expect(await bank.lookUp(reference)).toMatchObject({ value: { status: 'accepted', amount: AMOUNT } });
    });
  });

  describe('a request', () => {
    const REQUESTS = [
      ['deposit', (reference: string) => gateway.createOrder(order({ reference }))],
      ['payout', (reference: string) => bank.payOut(payout({ reference }))],
    ] as const;

    it.each(REQUESTS)(
      'of a %s is sent once for a reference, ten times at once or again',
      async (_type, send) => {
        const reference = randomUUID();
        const all = await Promise.all(Array.from({ length: 10 }, () => send(reference)));
        expect(all.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
        expect((await send(reference)).outcome).toBe('unknown');
        expect(await seen(reference)).toHaveLength(1);
      },
    );

    it.each(
      SERVICE_FAULTS.flatMap(([kind, dice]) =>
        REQUESTS.map(([type, send]) => [kind, dice, type, send] as const),
      ),
    )(
      'under %s, dice %d: a %s is never done twice, and its record is found',
      async (kind, dice, type, send) => {
        // The customer is known, and the token.
        await send(randomUUID());
        const reference = randomUUID();
        await world.outside.fault('bank:payonex', kind);
        await world.fault(kind, dice);
        expect(await send(reference)).toMatchObject(isUnknown(true));
        await world.heal();
        const count = dice === 0 ? 0 : 1;
        expect(await seen(reference)).toHaveLength(count);
        expect((await send(reference)).outcome).toBe('unknown');
        expect(await seen(reference)).toHaveLength(count);
        const look = type === 'payout' ? await bank.lookUp(reference) : await gateway.payments(reference);
        if (count === 1) expect(look.outcome).toBe('done');
        else expect(look.outcome).toBe(type === 'payout' ? 'unknown' : 'not_found');
      },
    );

    it.each(REQUESTS)('of a %s by a first-time caller under a fault is safe too', async (type) => {
      for (const [kind, dice] of SERVICE_FAULTS) {
        const asked = connect(world.connection);
        await strike(kind, dice);
        const reference = randomUUID();
        const party = { accountNo: `1${reference.replace(/\D/g, '').slice(0, 9)}` };
        const outcome =
          type === 'payout'
            ? await asked.bank.payOut(payout({ reference, toAccountNo: party.accountNo }))
            : await asked.gateway.createOrder(order({ reference, payer: { ...PAYER, ...party } }));
        expect(outcome).toMatchObject(isUnknown(false));
        await world.heal();
        expect(await seen(reference)).toEqual([]);
      }
    });

    it.each(REQUESTS)('of a %s is done by no error of the service', async (_type, send) => {
      for (const error of await world.errors()) {
        const reference = randomUUID();
        await world.force(error, 3);
        expect([error, (await send(reference)).outcome]).not.toContain('done');
        await world.heal();
        expect(await seen(reference)).toEqual([]);
      }
    });

    it.each(REQUESTS)('of a %s gets a new token where the old one has ended', async (_type, send) => {
      await send(randomUUID());
      await world.force('40101');
      const reference = randomUUID();
      expect((await send(reference)).outcome).toBe('done');
      expect(await seen(reference)).toHaveLength(1);
    });

    it.each(REQUESTS)('of a %s beyond a quota is not done', async (_type, send) => {
      await send(randomUUID());
      await strike('quota');
      const reference = randomUUID();
      expect((await send(reference)).outcome).toBe('unknown');
      expect(await seen(reference)).toEqual([]);
    });

    it.each(REQUESTS)('of a %s is known not to have been sent where no server listens', async (type) => {
      const cut = connect(world.dead);
      const reference = randomUUID();
      const outcome =
        type === 'payout'
          ? await cut.bank.payOut(payout({ reference }))
          : await cut.gateway.createOrder(order({ reference }));
      expect(outcome).toMatchObject(isUnknown(false));
    });
  });

  it('knows nothing of references that it did not send, whatever a callback says', async () => {
    const reference = randomUUID();
    expect(await gateway.payments(reference)).toEqual({ outcome: 'not_found' });
    expect(await bank.lookUp(reference)).toEqual({ outcome: 'not_found' });
    const other = await made();
    await pay(other.reference);
    const [transaction] = await seen(other.reference);
    const rawBody = JSON.stringify({
      success: true,
      code: '20000',
      data: { ...transaction, referenceId: reference },
    });
    expect(await gateway.readCallback({ path: '/', headers: {}, rawBody })).toBeNull();
  });
});
