import type { Minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { DepositBank } from '../../content/schema.ts';
import type { LookedUpTransfer } from '../../ports/slip-lookup.ts';
import { destinationOf, MAX_AGE_MS, objectionTo } from './judge.ts';

const createdAt = new Date('2026-11-20T05:00:00Z');

const transfer = (changes: Partial<LookedUpTransfer> = {}): LookedUpTransfer => ({
  amount: 50_000n as Minor,
  at: new Date(createdAt.getTime() - 5 * 60_000),
  fromBankCode: 'SCB',
  fromAccountNo: 'xxxxx6789x',
  fromName: 'SOMCHAI J***',
  toBankCode: 'KBANK',
  toAccountNo: 'xxxxx3457x',
  toName: 'KRAPAO WALLET SOLE C',
  ...changes,
});

const account = (changes: Partial<DepositBank> = {}): DepositBank => ({
  bankCode: 'KBANK',
  bankType: 'BANK',
  mode: 'AUTO',
  bankAccountName: 'KRAPAO WALLET SOLE CO LTD',
  bankAccountNo: '0001234572',
  currency: 'BAHT',
  enabled: true,
  ...changes,
});

describe('destinationOf', () => {
  it('is the account the masked number fits', () => {
    const right = account();
    const others = [account({ bankAccountNo: '0001234561' }), account({ bankAccountNo: '000034567894' })];
    expect(destinationOf(transfer(), [...others, right], 'BAHT')).toEqual({ account: right });
  });

  it.each([
    ['another bank’s', account({ bankCode: 'SCB' })],
    ['not shown to members', account({ enabled: false })],
    ['another currency’s', account({ currency: 'LAK' })],
    ['a gateway’s', account({ bankType: 'PAYMENT' })],
    ['paid by QR code', account({ mode: 'SMS' })],
    ['of another length', account({ bankAccountNo: '00012345720' })],
  ])('is not one that is %s', (_, wrong) => {
    expect(destinationOf(transfer(), [wrong], 'BAHT')).toEqual({ problem: 'none' });
  });

  it('cannot be told from too few digits, or among several that fit', () => {
    const hidden = transfer({ toAccountNo: 'xxxxxxxx72' });
    expect(destinationOf(hidden, [account()], 'BAHT')).toEqual({ problem: 'none' });
    const twins = [account(), account({ bankAccountNo: '9991234579' })];
    expect(destinationOf(transfer(), twins, 'BAHT')).toEqual({ problem: 'unclear' });
  });

  it.each([
    ['somebody else’s', 'MULE ACCOUNT', { problem: 'none' }],
    ['not shown', '', { problem: 'unclear' }],
    ['in another script', 'บจก. กระเป๋า', { problem: 'unclear' }],
  ])('is no account of ours when the receiver’s name is %s', (_, toName, destination) => {
    expect(destinationOf(transfer({ toName }), [account()], 'BAHT')).toEqual(destination);
  });

  it('goes by each name that content gives the account, also of one word', () => {
    const named = account({ otherNames: ['บจก. กระเป๋า', 'WALLET CO'] });
    expect(destinationOf(transfer({ toName: 'บริษัท กระเป๋า' }), [named], 'BAHT')).toEqual({ account: named });
    expect(destinationOf(transfer({ toName: 'WALLET C***' }), [named], 'BAHT')).toEqual({ account: named });
  });
});

describe('objectionTo', () => {
  const slip = { memberId: 'me', createdAt };

  it('is none for a recent transfer from the member', () => {
    expect(objectionTo(transfer(), slip, 'me')).toBeNull();
  });

  it('is NOT_MATCH for somebody else’s transfer, and for one of a sender that cannot be told', () => {
    expect(objectionTo(transfer(), slip, 'other')).toEqual({ note: 'NOT_MATCH' });
    expect(objectionTo(transfer(), slip, undefined)).toEqual({ note: 'NOT_MATCH' });
  });

  it('is EXPIRED_SLIP from one hour on', () => {
    const aged = (ms: number) => transfer({ at: new Date(createdAt.getTime() - ms) });
    expect(objectionTo(aged(MAX_AGE_MS), slip, 'me')).toBeNull();
    expect(objectionTo(aged(MAX_AGE_MS + 1), slip, 'me')).toEqual({ note: 'EXPIRED_SLIP' });
    expect(objectionTo(aged(-60_000), slip, 'me')).toBeNull();
  });

  it.each([
    ['2569-11-20T10:00:00Z', 'UNKNOW_ERROR'],
    ['1926-11-20T10:00:00Z', 'UNKNOW_ERROR'],
    ['1970-01-01T00:00:00Z', 'UNKNOW_ERROR'],
    ['2001-01-01T00:00:00Z', 'UNKNOW_ERROR'],
    ['2025-11-20T10:00:00Z', 'EXPIRED_SLIP'],
  ])('leaves it to a person where the look-up tells %s: %s', (at, note) => {
    const slipOf = { memberId: 'me', createdAt: new Date('2026-11-20T10:00:00Z') };
    expect(objectionTo(transfer({ at: new Date(at) }), slipOf, 'me')).toEqual({
      note,
      why: 'time_cannot_be',
    });
  });
});
