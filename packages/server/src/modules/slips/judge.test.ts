import type { Minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { DepositBank } from '../../content/schema.ts';
import type { LookedUpTransfer } from '../../ports/slip-lookup.ts';
import { destinationOf, MAX_AGE_MS, objectionTo } from './judge.ts';

const uploadedAt = new Date('2026-11-20T05:00:00Z');

const transfer = (changes: Partial<LookedUpTransfer> = {}): LookedUpTransfer => ({
  amount: 50_000n as Minor,
  at: new Date(uploadedAt.getTime() - 5 * 60_000),
  fromBankCode: 'SCB',
  fromAccountNo: 'xxxxx6789x',
  fromName: 'SOMCHAI J***',
  toBankCode: 'KBANK',
  toAccountNo: 'xxxxx3457x',
  toName: 'KRAPAO W***',
  ...changes,
});

const account = (changes: Partial<DepositBank> = {}): DepositBank => ({
  bankCode: 'KBANK',
  bankType: 'BANK',
  mode: 'AUTO',
  bankAccountName: 'KRAPAO WALLET',
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
    expect(destinationOf(transfer(), twins, 'BAHT')).toEqual({ problem: 'ambiguous' });
  });
});

describe('objectionTo', () => {
  const slip = { memberId: 'me', uploadedAt };
  const me = { memberId: 'me', bankAccountName: 'SOMCHAI JAIDEE' };
  const namesake = { memberId: 'other', bankAccountName: 'MALEE RAKDEE' };

  it('is none for a recent transfer from the member’s account', () => {
    expect(objectionTo(transfer(), slip, [me])).toBeNull();
  });

  it('leaves the name aside where the number tells enough', () => {
    expect(objectionTo(transfer({ fromName: 'MR SOMCHAI' }), slip, [me])).toBeNull();
  });

  it('goes by the name where the masked number fits several members', () => {
    expect(objectionTo(transfer(), slip, [namesake, me])).toBeNull();
    expect(objectionTo(transfer({ fromName: 'MALEE R***' }), slip, [namesake, me])).toBe('NOT_MATCH');
    const twin = { memberId: 'twin', bankAccountName: me.bankAccountName };
    expect(objectionTo(transfer(), slip, [me, twin])).toBe('NOT_MATCH');
  });

  it('is NOT_MATCH for somebody else’s transfer, and for one that shows nothing of its sender', () => {
    expect(objectionTo(transfer(), slip, [])).toBe('NOT_MATCH');
    expect(objectionTo(transfer(), slip, [namesake])).toBe('NOT_MATCH');
    expect(objectionTo(transfer({ fromAccountNo: 'xxxxxxxxxx' }), slip, [me])).toBe('NOT_MATCH');
  });

  it('is EXPIRED_SLIP from one hour on', () => {
    const aged = (ms: number) => transfer({ at: new Date(uploadedAt.getTime() - ms) });
    expect(objectionTo(aged(MAX_AGE_MS), slip, [me])).toBeNull();
    expect(objectionTo(aged(MAX_AGE_MS + 1), slip, [me])).toBe('EXPIRED_SLIP');
    expect(objectionTo(aged(-60_000), slip, [me])).toBeNull();
  });
});
