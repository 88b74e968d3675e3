import { describe, expect, it } from 'vitest';
import { opnWorld } from '../testing/opn.ts';
import { scbWorld } from '../testing/scb.ts';

interface PageState {
  readonly orders: readonly unknown[];
  readonly payouts: readonly unknown[];
}

describe('the orders on the page', () => {
  it('are those of the services too, and say where a payer is told of', async () => {
    const [scb, opn] = [await scbWorld(), await opnWorld()];
    await scb.create();
    expect((await scb.world.control<PageState>('GET', '/page/state')).body.orders).toMatchObject([
      { qrcodeId: 'DEP1', provider: 'SCB', amount: 500.25, status: 'open', tellsPayer: true },
    ]);
    const { id } = await opn.open();
    const payout = (await opn.transfer()).body;
    expect((await opn.world.control<PageState>('GET', '/page/state')).body).toMatchObject({
      orders: [{ qrcodeId: id, provider: 'OPN', tellsPayer: false }],
      payouts: [{ id: (payout as { id: string }).id, toBankCode: 'KBANK', state: 'accepted' }],
    });
  });
});
