import { describe, expect, it } from 'vitest';
import { raw } from '../testing/raw.ts';
import { startWorld, type TestWorld } from '../testing/world.ts';

const MOBILE = '0812345678';

async function mint(world: TestWorld, more: object = {}): Promise<string> {
  const { body } = await world.control<{ link: string }>('POST', '/control/gift', { amount: 100, ...more });
  return new URL(body.link).searchParams.get('v') ?? '';
}

const redeem = (world: TestWorld, hash: string, mobile = MOBILE, given = hash) =>
  raw(`${world.url}/truemoney/campaign/vouchers/${hash}/redeem`, { json: { mobile, voucher_hash: given } });
const verify = (world: TestWorld, hash: string, mobile = MOBILE) =>
  raw(`${world.url}/truemoney/campaign/vouchers/${hash}/verify?mobile=${mobile}`);

const fault = (world: TestWorld, kind: string) =>
  world.control('POST', '/control/faults', { port: 'gift:truemoney', kind, rate: 1 });

describe('a voucher of TrueMoney', () => {
  it('is looked at, redeemed once, and shown to whoever has a share of it', async () => {
    const world = await startWorld();
    const hash = await mint(world, { amount: 1_000, people: 2, type: 'F' });
    expect(await verify(world, hash)).toMatchObject({
      status: 200,
      body: {
        status: { code: 'SUCCESS' },
        data: {
          voucher: { amount_baht: '1,000.00', member: 2, status: 'active', type: 'F', available: 2 },
          my_ticket: null,
        },
      },
    });
    expect(await redeem(world, hash)).toMatchObject({
      status: 200,
      body: { status: { code: 'SUCCESS' }, data: { my_ticket: { amount_baht: '500.00' } } },
    });
    expect((await redeem(world, hash)).body).toMatchObject({
      status: { code: 'TARGET_USER_REDEEMED' },
      data: { my_ticket: { amount_baht: '500.00' } },
    });
    expect((await verify(world, hash)).body).toMatchObject({
      status: { code: 'SUCCESS' },
      data: { my_ticket: { amount_baht: '500.00' } },
    });
  });

  it.each([
    ['VOUCHER_NOT_FOUND', 404, async (world: TestWorld) => redeem(world, 'x'.repeat(18))],
    ['VOUCHER_EXPIRED', 400, async (world: TestWorld) => redeem(world, await mint(world, { expired: true }))],
    [
      'VOUCHER_OUT_OF_STOCK',
      400,
      async (world: TestWorld) => {
        const hash = await mint(world);
        await redeem(world, hash, '0899999999');
        return redeem(world, hash);
      },
    ],
    [
      'CANNOT_GET_OWN_VOUCHER',
      400,
      async (world: TestWorld) => redeem(world, await mint(world, { ownerPhone: MOBILE })),
    ],
    [
      'TARGET_USER_NOT_FOUND',
      400,
      async (world: TestWorld) => redeem(world, await mint(world), '0600000000'),
    ],
    ['BAD_PARAM', 400, async (world: TestWorld) => redeem(world, await mint(world), MOBILE, 'another')],
    ['BAD_PARAM', 400, async (world: TestWorld) => redeem(world, await mint(world), '12')],
  ])('answers %s with HTTP %i', async (code, status, ask) => {
    const world = await startWorld();
    expect(await ask(world)).toMatchObject({ status, body: { status: { code } } });
  });

  it('answers each of its codes on demand, and takes nothing then', async () => {
    const world = await startWorld();
    const hash = await mint(world);
    const { body } = await world.control<{ service: string; errors: string[] }[]>('GET', '/control/services');
    const errors = body.find(({ service }) => service === 'gift-truemoney')?.errors ?? [];
    expect(errors).toContain('INTERNAL_ERROR');
    for (const error of errors) {
      await world.control('POST', '/control/services/gift-truemoney', { error });
      expect((await redeem(world, hash)).body).toMatchObject({ status: { code: error }, data: null });
    }
    expect((await redeem(world, hash)).body).toMatchObject({ status: { code: 'SUCCESS' } });
  });

  it('may be taken although a web page was the answer', async () => {
    const world = await startWorld({ random: () => 0.5 });
    const hash = await mint(world);
    await fault(world, 'html');
    expect((await redeem(world, hash)).body).toContain('<html>');
    await world.control('DELETE', '/control/faults');
    expect((await verify(world, hash)).body).toMatchObject({
      data: { my_ticket: { amount_baht: '100.00' } },
    });
  });
});
