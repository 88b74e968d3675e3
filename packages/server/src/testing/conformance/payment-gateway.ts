import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { parse } from 'promptparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayOrder, PaymentGateway } from '../../ports/payment-gateway.ts';
import { describeCallbacks } from './callbacks.ts';
import { isUnknown, PORT_FAULTS, type Connection, type PortWorld } from './port-world.ts';

const MINUTE_MS = 60_000;

/** Requirements on every adapter of the payment gateway port. */
export function describePaymentGateway(
  name: string,
  connect: (connection: Connection) => PaymentGateway,
  open: () => Promise<PortWorld>,
): void {
  describe(`payment gateway: ${name}`, () => {
    let world: PortWorld;
    let gateway: PaymentGateway;

    beforeAll(async () => {
      world = await open();
      gateway = connect(world.connection);
    });
    afterEach(() => world.heal());
    afterAll(() => world.stop());

    const order = (changes: Partial<GatewayOrder> = {}): GatewayOrder => ({
      reference: randomUUID(),
      amount: minor(12_345n),
      currency: 'BAHT',
      expiresAt: new Date(Date.now() + 15 * MINUTE_MS),
      callbackUrl: `${world.deadUrl}/callback`,
      ...changes,
    });

    it.each([
      [1n, '0.01'],
      [100n, '1.00'],
      [12_345n, '123.45'],
      [99_999_999n, '999999.99'],
    ])('creates an order whose code asks for the amount: %d', async (amount, text) => {
      const created = await gateway.createOrder(order({ amount: minor(amount) }));
      const payload = parse(created.outcome === 'done' ? created.value : '', true);
      expect(payload?.getTagValue('54')).toBe(text);
    });

    it('creates one order for one reference', async () => {
      const asked = order();
      const first = await gateway.createOrder(asked);
      expect(first.outcome).toBe('done');
      expect(await gateway.createOrder(asked)).toEqual(first);
      const other = await gateway.createOrder({ ...asked, amount: minor(1n) });
      expect(other.outcome).toBe('refused');
    });

    it('asks for kip in the code of Laos', async () => {
      const created = await gateway.createOrder(order({ currency: 'LAK', amount: minor(5_000_000n) }));
      const payload = parse(created.outcome === 'done' ? created.value : '', true);
      expect(payload?.getTagValue('53')).toBe('418');
      expect(payload?.getTagValue('58')).toBe('LA');
      expect(payload?.getTagValue('54')).toBe('50000.00');
    });

    it('lists the payments of an order, however late, and of a period', async () => {
      const nothing = { outcome: 'done', value: { entries: [], rejected: [] } };
      const asked = order();
      const since = new Date(Date.now() - MINUTE_MS);
      await gateway.createOrder(asked);
      expect(await gateway.payments(asked.reference)).toEqual(nothing);
      await gateway.cancelOrder(asked.reference);
      await world.outside.control('POST', `/qr/${asked.reference}/pay`, { amount: 1.5 });
      const paid = await gateway.payments(asked.reference);
      expect(paid).toMatchObject({
        outcome: 'done',
        value: { entries: [{ reference: asked.reference, amount: 150n }], rejected: [] },
      });
      const all = await gateway.paymentsSince(since);
      expect(
        all.outcome === 'done' && all.value.entries.filter((p) => p.reference === asked.reference),
      ).toHaveLength(1);
      expect(await gateway.payments(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(await gateway.paymentsSince(new Date(Date.now() + MINUTE_MS))).toEqual(nothing);
    });

    it('cancels an order, again, and not one there is not', async () => {
      const asked = order();
      await gateway.createOrder(asked);
      expect((await gateway.cancelOrder(asked.reference)).outcome).toBe('done');
      expect((await gateway.cancelOrder(asked.reference)).outcome).toBe('done');
      expect(await gateway.cancelOrder(randomUUID())).toEqual({ outcome: 'not_found' });
    });

    it.each(PORT_FAULTS)('does not know how a call ended under %s; asking again is safe', async (fault) => {
      const asked = order();
      await world.fault(fault);
      expect(await gateway.createOrder(asked)).toEqual(isUnknown(true));
      await world.heal();
      expect((await gateway.createOrder(asked)).outcome).toBe('done');
    });

    it('knows that nothing was sent when nobody listens', async () => {
      const cut = connect({ ...world.connection, baseUrl: world.deadUrl });
      expect(await cut.createOrder(order())).toEqual(isUnknown(false));
    });

    it('is refused with a wrong secret', async () => {
      const wrong = connect({ ...world.connection, secret: 'a wrong secret' });
      expect((await wrong.createOrder(order())).outcome).toBe('refused');
    });

    describeCallbacks({
      world: () => world,
      read: (callback) => gateway.readCallback(callback),
      authentic: {
        body: {
          event: 'payment',
          provider: 'KBANK',
          paymentId: 'p1',
          reference: 'r1',
          amount: '500.00',
          paidAt: '2026-05-01T03:00:00.000Z',
        },
        reading: {
          paymentId: 'p1',
          reference: 'r1',
          amount: 50_000n,
          paidAt: new Date('2026-05-01T03:00:00.000Z'),
        },
      },
      wrong: [
        ['another event', { event: 'payout' }],
        ['no payment id', { paymentId: undefined }],
        ['no time', { paidAt: undefined }],
        ['a time that is none', { paidAt: 'yesterday' }],
        ['a year of the Buddhist era', { paidAt: '2569-11-20T10:00:00.000Z' }],
        ['an empty payment id', { paymentId: '' }],
        ['a payment id that is no text', { paymentId: { $ne: '' } }],
        ['no reference', { reference: undefined }],
        ['no amount', { amount: undefined }],
        ['an amount that is no text', { amount: 500 }],
        ['an amount in words', { amount: 'five hundred' }],
        ['an amount of three decimals', { amount: '500.001' }],
        ['an amount with an exponent', { amount: '5e2' }],
        ['an amount of zero', { amount: '0.00' }],
        ['an amount below zero', { amount: '-500.00' }],
      ],
    });
  });
}
