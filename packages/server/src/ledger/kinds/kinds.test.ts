import fc from 'fast-check';
import { STATEMENT_NOTES } from '@krapao/contract/statement';
import { describe, expect, it } from 'vitest';
import { DetailError } from './detail.ts';
import { HELD_REASONS } from './held.ts';
import { REWARDS } from './kind.ts';
import {
  HELD_KINDS,
  KINDS,
  kindsOfType,
  parseDetail,
  purposeOf,
  readDetail,
  refusalOf,
  type DetailOf,
  type TransferKind,
} from './registry.ts';

const text = fc.string({ unit: 'grapheme' });
const payment = { provider: text, reference: text };
const description = { th: text, la: text, en: text };
const taken = { ...description, code: text, userBonusId: text };
const note = fc.constantFrom(...STATEMENT_NOTES);
const game = fc.record(
  { provider: text, username: text, memberId: text, balanceBefore: text },
  { requiredKeys: ['provider', 'username', 'memberId'] },
);

/** Every detail that the product may write, by kind. */
const details: { [Kind in TransferKind]: fc.Arbitrary<DetailOf<Kind>> } = {
  deposit: fc.record(
    {
      ...payment,
      orderId: text,
      giftId: text,
      senderMobile: text,
      fromAccountNo: text,
      fromName: text,
      unmatched: text,
      maybe: text,
      note,
    },
    { requiredKeys: ['provider', 'reference'] },
  ),
  withdraw: fc.record(
    {
      bankCode: text,
      bankAccountNo: text,
      bankAccountName: text,
      notBefore: text,
      note,
      held: fc.constant('yes' as const),
    },
    { requiredKeys: ['bankCode', 'bankAccountNo', 'bankAccountName'] },
  ),
  game_in: game,
  game_out: game,
  suspense_out: fc.record({ ...payment, origin: text }),
  suspense_back: fc.record({ ...payment, origin: text, same: text }),
  suspense_return: fc.record({ ...payment, origin: text }),
  suspense_keep: fc.record({ ...payment, origin: text }),
  bonus: fc.oneof(
    fc.record({ link: fc.constant('bonus' as const), ...taken }),
    fc.record({ link: fc.constant('promotion' as const), ...taken }),
    fc.record({ link: fc.constant('invite' as const), ...description }),
    fc.record({ link: fc.constant('refund' as const), ...description }),
    fc.record({ link: fc.constant('luckydraw' as const), ...description, draw: text }),
  ),
  finish_bonus: fc.oneof(
    fc.record({ link: fc.constant('bonus' as const), ...taken }),
    fc.record({ link: fc.constant('promotion' as const), ...taken }),
  ),
  adjustment: fc.record({ approval: text, reason: text }),
  held_in: fc.record({ origin: text, reason: fc.constantFrom(...HELD_REASONS) }),
  held_return: fc.record({ origin: text }),
  held_payout: fc.record({ payout: text }),
  held_release: fc.record({ asked: fc.constant('member' as const) }),
};
const kinds = Object.keys(details) as TransferKind[];

/** The detail as the database returns it. */
const stored = (detail: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(detail)) as Record<string, unknown>;

it('has a detail here for every kind', () => {
  expect(kinds.toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

describe.each(kinds)('the detail of a %s', (kind) => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(details[kind], (detail) => {
        expect(parseDetail(kind, stored(detail))).toEqual(stored(detail));
        expect(readDetail(kind, stored(detail))).toEqual(stored(detail));
      }),
    );
  });

  it('may have fields that the declaration does not know', () => {
    fc.assert(
      fc.property(details[kind], (detail) => {
        const later = { ...stored(detail), addedLater: 'x', nested: { a: 1 } };
        expect(parseDetail(kind, later)).toEqual(stored(detail));
      }),
    );
  });

  it('is shown by what is left of it, and not acted on', () => {
    fc.assert(
      fc.property(details[kind], fc.constantFrom(null, 7, {}, undefined), (detail, other) => {
        const whole = stored(detail);
        for (const name of Object.keys(whole)) {
          const { [name]: _, ...rest } = whole;
          const row = other === undefined ? rest : { ...rest, [name]: other };
          // Without its tag a reward's detail cannot be told.
          expect(readDetail(kind, row)).toEqual(name === 'link' ? {} : rest);
        }
      }),
      { numRuns: 20 },
    );
    for (const nothing of [null, undefined, 'text', 7, [], {}]) {
      expect(readDetail(kind, nothing)).toEqual({});
      expect(() => parseDetail(kind, nothing)).toThrow(DetailError);
    }
  });
});

it.each([
  ['deposit', { provider: 'KBANK', reference: 'r' }],
  ['withdraw', { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A' }],
  ['game_in', { provider: 'PG', username: 'u', memberId: 'm' }],
  ['game_out', { provider: 'PG', username: 'u', memberId: 'm' }],
] as const)('an old row of a %s has only the first fields', (kind, detail) => {
  expect(parseDetail(kind, detail)).toEqual(detail);
  for (const name of Object.keys(detail)) {
    expect(() => parseDetail(kind, { ...detail, [name]: null })).toThrow(`the detail lacks ${name}`);
  }
});

it('an unknown note or reward is left out', () => {
  expect(readDetail('deposit', { provider: 'KBANK', note: 'ELSE' })).toEqual({ provider: 'KBANK' });
  expect(readDetail('bonus', { link: 'else', th: 'x' })).toEqual({});
});

it('the kinds that are held are those that wait for a counterparty', () => {
  expect(HELD_KINDS).toEqual(['withdraw', 'game_in', 'game_out']);
});

it('a refused request has the error that its kind declares', () => {
  expect(refusalOf('withdraw', 'blocked').code).toBe('BONUS_CONDITION');
  expect(refusalOf('game_in', 'blocked').code).toBe('KEY_INVALID');
  for (const kind of HELD_KINDS) {
    expect(refusalOf(kind, 'insufficient').code).toBe('MONEY_NOT_ENOUGH');
    expect(refusalOf(kind, 'unexpected').code).toBe('KEY_INVALID');
    expect(refusalOf(kind, 'conflict').code).toBe('KEY_INVALID');
  }
});

describe('the purpose in the statement', () => {
  it('belongs to one type', () => {
    expect(kindsOfType('deposit')).toEqual(['deposit', 'suspense_out']);
    expect(kindsOfType('withdraw')).toEqual(['withdraw']);
    expect(kindsOfType('transfer')).toEqual([
      'game_in',
      'game_out',
      'held_in',
      'held_return',
      'held_payout',
      'held_release',
    ]);
    expect(kindsOfType('bonus')).toEqual(['bonus']);
    expect(kindsOfType('finish_bonus')).toEqual(['finish_bonus']);
  });

  it.each([
    ['deposit', { provider: 'SCB' }, { type: 'deposit', from: 'SCB', to: 'WALLET' }],
    ['suspense_out', { provider: 'SCB' }, { type: 'deposit', from: 'SCB', to: 'WALLET' }],
    ['withdraw', { bankCode: 'SCB' }, { type: 'withdraw', from: 'WALLET', to: 'SCB' }],
    ['game_in', { provider: 'PG' }, { type: 'transfer', from: 'WALLET', to: 'PG' }],
    ['game_out', { provider: 'PG' }, { type: 'transfer', from: 'PG', to: 'WALLET' }],
    ['bonus', {}, { type: 'bonus', from: '', to: 'WALLET' }],
    ['finish_bonus', {}, { type: 'finish_bonus', from: 'WALLET', to: '' }],
  ])('of a %s says where the money comes from and goes', (kind, detail, purpose) => {
    expect(purposeOf(kind, detail, false)).toMatchObject(purpose);
    expect(purposeOf(kind, null, false)).toMatchObject({ type: purpose.type });
  });

  it('of a reward has its description', () => {
    for (const link of REWARDS) {
      const detail = { link, th: 'ก', la: 'ກ', en: 'a', code: 'c', userBonusId: 'b', draw: 'd' };
      const reward = { reward: link, descriptions: { th: 'ก', la: 'ກ', en: 'a' } };
      expect(purposeOf('bonus', detail, false).reward).toEqual(reward);
    }
  });

  it('of a foreign row is a correction in the direction of the money', () => {
    const detail = { note: 'LATE_PAYMENT', link: 'refund', en: 'x', fromAccountNo: '123' };
    expect(purposeOf('goodwill', detail, true)).toEqual({
      type: 'finish_bonus',
      from: 'WALLET',
      to: '',
      note: 'LATE_PAYMENT',
      reward: { reward: 'refund', descriptions: { en: 'x' } },
      accountNo: '123',
    });
    expect(purposeOf('goodwill', null, false)).toMatchObject({ type: 'bonus', from: '', to: 'WALLET' });
  });
});
