import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Bank, Payout, PayoutStatus } from '../../ports/bank.ts';
import { describeCallbacks } from './callbacks.ts';
import { commits, isUnknown, PORT_FAULTS, type Connection, type PortWorld } from './port-world.ts';

const AMOUNT = minor(30_050n);
const ACCEPTED = { outcome: 'done', value: 'accepted' };
/** Returns the expected look-up result of a payout. */
const recorded = (status: PayoutStatus) => ({ outcome: 'done', value: { status, amount: AMOUNT } });

/** Requirements on every adapter of the bank port. */
export function describeBank(
  name: string,
  connect: (connection: Connection) => Bank,
  open: () => Promise<PortWorld>,
): void {
  describe(`bank: ${name}`, () => {
    let world: PortWorld;
    let bank: Bank;

    beforeAll(async () => {
      world = await open();
      bank = connect(world.connection);
    });
    afterEach(() => world.heal());
    afterAll(() => world.stop());

    const payout = (changes: Partial<Payout> = {}): Payout => ({
      reference: randomUUID(),
      amount: AMOUNT,
      toBankCode: 'KBANK',
      toAccountNo: randomUUID().slice(0, 12),
      toAccountName: 'สมหญิง ใจดี',
      callbackUrl: `${world.deadUrl}/callback`,
      ...changes,
    });
    /** Returns the payouts to an account from the bank's list. */
    const listed = ({ toAccountNo }: Payout) => world.outside.payoutsTo(toAccountNo);
    const decide = async (order: Payout, result: 'done' | 'refused') => {
      const [item] = await listed(order);
      await world.outside.control('POST', `/payouts/${item?.id}`, { result });
    };

    it('hands a payout over, as it is', async () => {
      const order = payout();
      expect(await bank.payOut(order)).toEqual(ACCEPTED);
      expect(await bank.lookUp(order.reference)).toEqual(recorded('accepted'));
      expect(await listed(order)).toMatchObject([{ amount: 300.5, toBankCode: 'KBANK', state: 'accepted' }]);
    });

    it.each(['done', 'refused'] as const)('tells the bank’s decision: %s', async (decision) => {
      const order = payout();
      await bank.payOut(order);
      await decide(order, decision);
      expect(await bank.lookUp(order.reference)).toEqual(recorded(decision));
    });

    it('knows no payout that was never ordered', async () => {
      expect(await bank.lookUp(randomUUID())).toEqual({ outcome: 'not_found' });
    });

    it('pays once for one reference', async () => {
      const order = payout();
      const all = await Promise.all(Array.from({ length: 10 }, () => bank.payOut(order)));
      for (const outcome of all) expect(outcome).toEqual(ACCEPTED);
      expect(await listed(order)).toHaveLength(1);
      expect((await bank.payOut({ ...order, amount: minor(1n) })).outcome).toBe('refused');
      expect((await bank.payOut({ ...order, toAccountName: 'SOMEBODY ELSE' })).outcome).toBe('refused');
    });

    it('refuses an order that makes no sense', async () => {
      expect((await bank.payOut(payout({ toAccountNo: '' }))).outcome).toBe('refused');
    });

    it.each(PORT_FAULTS)('does not know how an order ended under %s; the look-up does', async (fault) => {
      const order = payout();
      await world.fault(fault);
      expect(await bank.payOut(order)).toEqual(isUnknown(true));
      expect(await bank.lookUp(order.reference)).toEqual(isUnknown(true));
      await world.heal();
      const known = await bank.lookUp(order.reference);
      expect(known).toEqual(commits(fault) ? recorded('accepted') : { outcome: 'not_found' });
      expect(await listed(order)).toHaveLength(commits(fault) ? 1 : 0);
      expect(await bank.payOut(order)).toEqual(ACCEPTED);
      expect(await listed(order)).toHaveLength(1);
    });

    it('knows that nothing was sent when nobody listens', async () => {
      const cut = connect({ ...world.connection, baseUrl: world.deadUrl });
      expect(await cut.payOut(payout())).toEqual(isUnknown(false));
    });

    it('orders nothing with a wrong secret, and learns nothing from a look-up', async () => {
      const order = payout();
      await bank.payOut(order);
      const wrong = connect({ ...world.connection, secret: 'a wrong secret' });
      expect((await wrong.payOut(payout())).outcome).toBe('refused');
      expect((await wrong.lookUp(order.reference)).outcome).toBe('unknown');
    });

    describeCallbacks({
      world: () => world,
      read: (callback) => bank.readCallback(callback),
      authentic: {
        body: { event: 'payout', reference: 'r1', payoutId: 'p1', status: 'refused' },
        reading: { reference: 'r1', status: 'refused' },
      },
      wrong: [
        ['another event', { event: 'payment' }],
        ['no reference', { reference: undefined }],
        ['an empty reference', { reference: '' }],
        ['a reference that is no text', { reference: 1 }],
        ['no status', { status: undefined }],
        ['a status nobody knows', { status: 'perhaps' }],
        ['a status of the prototype', { status: 'constructor' }],
      ],
    });
  });
}
