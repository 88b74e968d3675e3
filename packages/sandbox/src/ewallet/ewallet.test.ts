import { describe, expect, it } from 'vitest';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';

interface Page {
  transfers: { transactionId: string; senderMobile: string }[];
  next: string;
}

const TRANSFER = { fromPhone: '0812345678', toWallet: '0600000011', amount: 2 };

const send = (world: TestWorld, change: object = {}) =>
  world.control<{ transactionId: string }>('POST', '/control/wallet/transfer', { ...TRANSFER, ...change });

const feed = async (world: TestWorld, query = '') =>
  (await world.call<Page>('GET', `/ewallet/feed${query}`)).body;

describe('a wallet transfer', () => {
  it('is told of as it was sent', async () => {
    const world = await startWorld({ now: testClock().now });
    const { transactionId } = (await send(world, { message: 'ค่าข้าว' })).body;
    expect(transactionId).toMatch(/^500\d{11}$/);
    const page = await feed(world);
    expect(page).toEqual({
      transfers: [
        {
          cursor: page.next,
          transactionId,
          eventType: 'P2P',
          receivedAt: '2026-01-02T03:04:05.000Z',
          amount: '2.00',
          senderMobile: '0812345678',
          toWallet: '0600000011',
          message: 'ค่าข้าว',
        },
      ],
      next: page.next,
    });
    expect(await feed(world, `?after=${page.next}`)).toEqual({ transfers: [], next: page.next });
  });

  it('comes again under the fault, and again only with something new', async () => {
    const world = await startWorld();
    const first = (await send(world)).body.transactionId;
    await world.control('POST', '/control/faults', { port: 'ewallet', kind: 'duplicate', rate: 1 });
    const page = await feed(world);
    expect(page.transfers.map(({ transactionId }) => transactionId)).toEqual([first, first]);
    expect((await feed(world, `?after=${page.next}`)).transfers).toEqual([]);
    const second = (await send(world)).body.transactionId;
    const later = await feed(world, `?after=${page.next}`);
    expect(later.transfers.map(({ transactionId }) => transactionId)).toEqual([first, second, second]);
  });

  it.each([{ amount: 0 }, { amount: -2 }, { fromPhone: 'nobody' }, { toWallet: '' }, { message: 7 }])(
    'is not made with %j',
    async (change) => {
      const world = await startWorld();
      expect(await send(world, change)).toMatchObject({ status: 400, body: { error: 'bad_body' } });
      expect((await feed(world)).transfers).toEqual([]);
    },
  );
});
