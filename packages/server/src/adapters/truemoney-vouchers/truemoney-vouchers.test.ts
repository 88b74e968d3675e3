import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GiftWallet } from '../../ports/gift-wallet.ts';
import { SERVICE_FAULTS, ServiceWorld } from '../../testing/conformance/service-world.ts';
import { createTruemoneyVouchers } from './client.ts';
import { readHeld, readRedeemed } from './transform.ts';

const MOBILE = '0899999999';

/** Outcomes of the documented codes; the others are unknown. */
const REFUSALS: Readonly<Record<string, string>> = {
  BAD_PARAM: 'bad_link',
  VOUCHER_NOT_FOUND: 'not_found',
  VOUCHER_OUT_OF_STOCK: 'out_of_stock',
  VOUCHER_EXPIRED: 'expired',
  CANNOT_GET_OWN_VOUCHER: 'own_voucher',
  TARGET_USER_NOT_FOUND: 'no_wallet',
  TARGET_USER_REDEEMED: 'redeemed_before',
};

describe('the vouchers of TrueMoney', () => {
  let world: ServiceWorld;
  let gifts: GiftWallet;

  beforeAll(async () => {
    world = await ServiceWorld.start('gift:truemoney');
    gifts = createTruemoneyVouchers(world.connection);
  });
  afterEach(() => world.heal());
  afterAll(() => world.stop());

  async function voucher(amount = 1500): Promise<{ code: string; mobile: string }> {
    const { link } = await world.outside.control<{ link: string }>('POST', '/gift', { amount });
    return { code: new URL(link).searchParams.get('v') ?? '', mobile: MOBILE };
  }

  const held = async (gift: { code: string; mobile: string }): Promise<bigint | null | string> => {
    const answer = await gifts.ticket(gift);
    return answer.outcome === 'done' ? (answer.value?.amount ?? null) : answer.outcome;
  };

  it('are redeemed once, and the ticket is ours', async () => {
    const gift = await voucher();
    expect(await held(gift)).toBeNull();
    expect(await gifts.redeem(gift)).toEqual({
      outcome: 'done',
      value: { voucherId: expect.stringMatching(/./), amount: 150_000n },
    });
    expect(await held(gift)).toBe(150_000n);
    expect((await gifts.redeem(gift)).outcome).toBe('refused');
    expect(await held(gift)).toBe(150_000n);
  });

  it('are not known by any code', async () => {
    const stranger = { code: 'x'.repeat(18), mobile: MOBILE };
    expect(await gifts.redeem(stranger)).toEqual({ outcome: 'refused', reason: 'not_found' });
  });

  it('are redeemed by an answer with fields that no document names', async () => {
    await world.fault('extra');
    expect((await gifts.redeem(await voucher())).outcome).toBe('done');
  });

  it('tell nothing without the amount; the ticket tells it later', async () => {
    const gift = await voucher();
    await world.fault('missing');
    expect((await gifts.redeem(gift)).outcome).toBe('unknown');
    expect(await held(gift)).toBe('unknown');
    await world.heal();
    expect(await held(gift)).toBe(150_000n);
  });

  it.each(SERVICE_FAULTS)('tell nothing under %s, dice %d; the ticket tells it later', async (kind, dice) => {
    const gift = await voucher();
    await world.fault(kind, dice);
    const answer = await gifts.redeem(gift);
    expect(answer).toMatchObject({ outcome: 'unknown', sent: true });
    expect(JSON.stringify(answer)).not.toContain(gift.code);
    await world.heal();
    expect(await held(gift)).toBe(dice === 0 ? null : 150_000n);
  });

  it('are not asked for where no server listens, and the code is not told', async () => {
    const gift = await voucher();
    const answer = await createTruemoneyVouchers(world.dead).redeem(gift);
    expect(answer).toMatchObject({ outcome: 'unknown', sent: false });
    expect(JSON.stringify(answer)).not.toContain(gift.code);
  });

  it('answer each documented code as it means', async () => {
    const errors = await world.errors();
    expect(errors).toEqual(expect.arrayContaining(Object.keys(REFUSALS)));
    for (const error of errors) {
      const gift = await voucher();
      await world.force(error);
      const answer = await gifts.redeem(gift);
      const told = answer.outcome === 'refused' ? answer.reason : answer.outcome;
      expect([error, told]).toEqual([error, REFUSALS[error] ?? 'unknown']);
      expect(await held(gift)).toBeNull();
    }
  });
});

describe('an answer of TrueMoney', () => {
  const success = (data: unknown) => ({ status: 200, body: { status: { code: 'SUCCESS' }, data } });
  const ticket = (amount_baht: unknown) => ({ voucher: { voucher_id: 'v' }, my_ticket: { amount_baht } });

  it('credits the ticket, never the envelope', () => {
    const data = { ...ticket('1,000.50'), voucher: { voucher_id: 'v', amount_baht: '9,999.00' } };
    expect(readRedeemed(success(data))).toEqual({
      outcome: 'done',
      value: { voucherId: 'v', amount: 100_050n },
    });
  });

  it.each([
    ['no ticket', success({ voucher: { voucher_id: 'v' }, my_ticket: null })],
    ['no voucher', success({ my_ticket: { amount_baht: '1.00' } })],
    ['an amount as a number', success(ticket(10))],
    ['an amount of nothing', success(ticket('0.00'))],
    ['an amount that is none', success(ticket('1.000,00'))],
    ['no data', success(null)],
    ['a code of the future', { status: 400, body: { status: { code: 'MAYBE' } } }],
    ['a code of objects', { status: 400, body: { status: { code: 'constructor' } } }],
    ['no code', { status: 403, body: {} }],
  ])('decides nothing with %s', (_name, answer) => {
    expect(readRedeemed(answer)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['a ticket that is not readable', success({ voucher: { voucher_id: 'v' }, my_ticket: { mobile: '08' } })],
    ['no field of a ticket', success({ voucher: { voucher_id: 'v' } })],
    [
      'a ticket that is not readable beside a refusal',
      { status: 400, body: { status: { code: 'VOUCHER_OUT_OF_STOCK' }, data: { my_ticket: {} } } },
    ],
  ])('does not say that we hold none by %s', (_name, answer) => {
    expect(readHeld(answer)).toMatchObject({ outcome: 'unknown' });
  });

  it('shows the ticket that we hold, also of an envelope that is used up', () => {
    const used = { status: 400, body: { status: { code: 'VOUCHER_OUT_OF_STOCK' }, data: ticket('5.00') } };
    expect(readHeld(used)).toEqual({ outcome: 'done', value: { voucherId: 'v', amount: 500n } });
    expect(readHeld(success({ voucher: { voucher_id: 'v' }, my_ticket: null }))).toEqual({
      outcome: 'done',
      value: null,
    });
  });
});
