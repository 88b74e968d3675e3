import { describe, expect, it } from 'vitest';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { MOBILE_WITHOUT_WALLET } from './gifts.ts';

interface Ticket {
  amount_baht: string;
}
interface Reply {
  status: { code: string; message: string };
  data: {
    voucher: { status: string; redeemed: number; available: number; redeemed_amount_baht: string };
    my_ticket: Ticket | null;
    tickets: Ticket[];
  } | null;
}

const MINE = '0600000012';
const DAY_MS = 24 * 60 * 60_000;

async function mint(world: TestWorld, body: object): Promise<string> {
  const { link } = (await world.control<{ link: string }>('POST', '/control/gift', body)).body;
  expect(link).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign\/\?v=[A-Za-z0-9]{18,}$/);
  return new URL(link).searchParams.get('v') ?? '';
}

const verify = (world: TestWorld, code: string, mobile = MINE) =>
  world.call<Reply>('GET', `/gift/campaign/vouchers/${code}/verify?mobile=${mobile}`);

const redeem = (world: TestWorld, code: string, mobile = MINE, hash = code) =>
  world.call<Reply>('POST', `/gift/campaign/vouchers/${code}/redeem`, { mobile, voucher_hash: hash });

const outcome = ({ status, body }: { status: number; body: Reply }) => [status, body.status.code];

describe('a gift', () => {
  it('is looked at, taken once, and shown to who took it ever after', async () => {
    const world = await startWorld({ now: testClock().now });
    const code = await mint(world, { amount: 1000 });
    const seen = await verify(world, code);
    expect(outcome(seen)).toEqual([200, 'SUCCESS']);
    expect(seen.body.data).toMatchObject({
      voucher: {
        voucher_id: expect.stringMatching(/^\d+$/) as string,
        amount_baht: '1,000.00',
        redeemed_amount_baht: '0.00',
        member: 1,
        status: 'active',
        link: `https://gift.truemoney.com/campaign/?v=${code}`,
        type: 'F',
        redeemed: 0,
        available: 1,
      },
      owner_profile: { full_name: expect.any(String) as string },
      redeemer_profile: { mobile_number: MINE },
      my_ticket: null,
      tickets: [],
    });

    const taken = await redeem(world, code);
    expect(outcome(taken)).toEqual([200, 'SUCCESS']);
    expect(taken.body.data).toMatchObject({
      voucher: { status: 'redeemed', redeemed: 1, available: 0, redeemed_amount_baht: '1,000.00' },
      my_ticket: { amount_baht: '1,000.00', mobile: '060-xxx-0012', update_date: 1767323045000 },
    });
    const again = await redeem(world, code);
    expect(outcome(again)).toEqual([400, 'TARGET_USER_REDEEMED']);
    expect(again.body.data?.my_ticket).toEqual(taken.body.data?.my_ticket);
    expect(outcome(await redeem(world, code, '0899999999'))).toEqual([400, 'VOUCHER_OUT_OF_STOCK']);
    const late = await verify(world, code);
    expect([outcome(late), late.body.data?.my_ticket]).toEqual([
      [200, 'SUCCESS'],
      taken.body.data?.my_ticket,
    ]);
  });

  it.each([
    ['R', ['0.01', '0.01', '9.98']],
    ['F', ['3.34', '3.33', '3.33']],
  ])('of type %s for three is shared out whole', async (type, shares) => {
    const world = await startWorld({ dice: () => 0 });
    const code = await mint(world, { amount: 10, people: 3, type });
    const got: string[] = [];
    for (const mobile of ['0811111111', '0822222222', '0833333333']) {
      const { body } = await redeem(world, code, mobile);
      got.push(body.data?.my_ticket?.amount_baht ?? '');
    }
    expect(got).toEqual(shares);
    expect((await verify(world, code, '0811111111')).body.data).toMatchObject({
      voucher: { member: 3, redeemed_amount_baht: '10.00', status: 'redeemed' },
      my_ticket: { amount_baht: shares[0] },
      tickets: shares.map((amount_baht) => ({ amount_baht })),
    });
    expect(outcome(await redeem(world, code))).toEqual([400, 'VOUCHER_OUT_OF_STOCK']);
  });

  it('goes to one of many who ask at once', async () => {
    const world = await startWorld();
    const code = await mint(world, { amount: 5 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => redeem(world, code, `081111111${index}`)),
    );
    const codes = answers.map(({ body }) => body.status.code).sort();
    expect(codes).toEqual(['SUCCESS', ...Array<string>(7).fill('VOUCHER_OUT_OF_STOCK')]);
  });

  it('expires by itself, or is minted so', async () => {
    const clock = testClock();
    const world = await startWorld({ now: clock.now });
    expect(outcome(await redeem(world, await mint(world, { amount: 5, expired: true })))).toEqual([
      400,
      'VOUCHER_EXPIRED',
    ]);
    const code = await mint(world, { amount: 5 });
    clock.forward(3 * DAY_MS - 1);
    expect(outcome(await verify(world, code))).toEqual([200, 'SUCCESS']);
    clock.forward(1);
    const late = await verify(world, code);
    expect([outcome(late), late.body.data?.voucher.status]).toEqual([[400, 'VOUCHER_EXPIRED'], 'expired']);
  });

  it('is not for its owner, nor for a number without a wallet', async () => {
    const world = await startWorld();
    const code = await mint(world, { amount: 5, ownerPhone: MINE });
    for (const call of [verify, redeem]) {
      expect(outcome(await call(world, code))).toEqual([400, 'CANNOT_GET_OWN_VOUCHER']);
      expect(outcome(await call(world, code, MOBILE_WITHOUT_WALLET))).toEqual([400, 'TARGET_USER_NOT_FOUND']);
    }
    expect((await verify(world, code, '0811111111')).body.data?.voucher.available).toBe(1);
  });

  it('must be one there is, asked for as it should be', async () => {
    const world = await startWorld();
    const code = await mint(world, { amount: 5 });
    const unknown = 'x'.repeat(18);
    expect(await verify(world, unknown)).toMatchObject({
      status: 404,
      body: { status: { code: 'VOUCHER_NOT_FOUND' }, data: null },
    });
    expect(outcome(await redeem(world, unknown))).toEqual([404, 'VOUCHER_NOT_FOUND']);
    const bad = [
      await verify(world, code, ''),
      await verify(world, code, '021234567'),
      await verify(world, 'short'),
      await redeem(world, code, 'abc'),
      await redeem(world, code, MINE, unknown),
      await world.call<Reply>('POST', `/gift/campaign/vouchers/${code}/redeem`),
      await world.call<Reply>('POST', `/gift/campaign/vouchers/${code}/redeem`, { mobile: 1 }),
      await world.call<Reply>('GET', `/gift/campaign/vouchers/${code}/verify`),
    ];
    for (const answer of bad) expect(outcome(answer)).toEqual([400, 'BAD_PARAM']);
    expect((await verify(world, code)).body.data?.voucher.redeemed).toBe(0);
  });

  it('whose wallet fails says so in its own words, and was taken or not all the same', async () => {
    const world = await startWorld({ random: () => 0.9 });
    const code = await mint(world, { amount: 5 });
    await world.control('POST', '/control/faults', { port: 'gift', kind: 'http_500', rate: 1 });
    expect(outcome(await redeem(world, code))).toEqual([500, 'INTERNAL_ERROR']);
    await world.control('DELETE', '/control/faults');
    expect((await verify(world, code)).body.data?.my_ticket).toMatchObject({ amount_baht: '5.00' });
  });

  it.each([
    { amount: 0 },
    { amount: 0.02, people: 3 },
    { amount: 5, people: 0 },
    { amount: 5, people: 101 },
    { amount: 5, type: 'X' },
    { amount: '5' },
    {},
  ])('is not minted with %j', async (body) => {
    const world = await startWorld();
    expect(await world.control('POST', '/control/gift', body)).toMatchObject({
      status: 400,
      body: { error: 'bad_body' },
    });
  });
});
