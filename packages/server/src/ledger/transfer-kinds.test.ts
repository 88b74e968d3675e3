import { minor } from '@krapao/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { anyRequest } from '../testing/any-movement.ts';
import { pgliteDatabase, postgresDatabase } from '../testing/databases.ts';
import { Ledger } from './ledger.ts';
import { isKind, parseDetail } from './kinds/registry.ts';
import type { AccountId } from './types.ts';

const engines = [
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', postgresDatabase],
] as const;

const GAME = { provider: 'PG', username: 'u', memberId: 'm' };
const PAYOUT = { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A' };
const ARRIVAL = { provider: 'KBANK', reference: 'r' };
const ADJUSTMENT = { approval: 'a', reason: 'goodwill' };
const BONUS = { link: 'bonus', code: 'TRIAL', userBonusId: 'b' };

/**
 * From, to, kind, details. `member` and `other` are members' accounts; every other name is a house account.
 */
type Movement = readonly [string, string, string, object];

const OURS: readonly Movement[] = [
  ['gateway:KBANK', 'member', 'deposit', ARRIVAL],
  ['bank:0001234561', 'suspense', 'deposit', ARRIVAL],
  ['ewallet:0600000011', 'member', 'deposit', ARRIVAL],
  ['suspense', 'member', 'suspense_out', { ...ARRIVAL, origin: 'o' }],
  ['member', 'bank:payout', 'withdraw', PAYOUT],
  ['member', 'provider:PG', 'game_in', GAME],
  ['provider:PG', 'member', 'game_out', GAME],
  ['bonus', 'member', 'bonus', BONUS],
  ['bonus', 'member', 'bonus', { ...BONUS, link: 'promotion' }],
  ['bonus', 'member', 'bonus', { link: 'luckydraw', draw: 'd' }],
  ['bonus', 'member', 'bonus', { link: 'refund' }],
  ['bonus', 'member', 'bonus', { link: 'invite' }],
  ['member', 'bonus', 'finish_bonus', BONUS],
  ['adjustments', 'member', 'adjustment', ADJUSTMENT],
  ['member', 'adjustments', 'adjustment', { ...ADJUSTMENT, approval: 'b' }],
];

const NOT_OURS: readonly Movement[] = [
  ['bonus', 'member', 'goodwill', { reason: 'goodwill' }],
  ['bonus', 'member', 'adjustment', ADJUSTMENT],
  ['other', 'member', 'adjustment', ADJUSTMENT],
  ['adjustments', 'member', 'adjustment', { reason: 'goodwill' }],
  ['bonus', 'member', 'bonus', {}],
  ['bonus', 'member', 'bonus', { link: 'gift' }],
  ['bonus', 'member', 'bonus', { link: 'bonus', code: 'TRIAL' }],
  ['bonus', 'member', 'bonus', { link: 'luckydraw' }],
  ['gateway:KBANK', 'member', 'bonus', BONUS],
  ['gateway:KBANK', 'member', 'deposit', { provider: 'KBANK' }],
  ['bonus', 'member', 'deposit', ARRIVAL],
  ['bank:payout', 'member', 'deposit', ARRIVAL],
  ['gateway:KBANK', 'bonus', 'deposit', ARRIVAL],
  ['other', 'member', 'deposit', ARRIVAL],
  ['suspense', 'member', 'suspense_out', ARRIVAL],
  ['gateway:KBANK', 'member', 'suspense_out', { ...ARRIVAL, origin: 'o' }],
  ['suspense', 'kept', 'suspense_keep', { ...ARRIVAL, origin: '0190b0a8-0000-7000-8000-000000000000' }],
  ['suspense', 'bank:0001234561', 'suspense_return', ARRIVAL],
  ['member', 'kept', 'suspense_keep', { ...ARRIVAL, origin: '0190b0a8-0000-7000-8000-000000000000' }],
  ['member', 'other', 'withdraw', PAYOUT],
  ['member', 'bonus', 'withdraw', PAYOUT],
  ['member', 'bank:payout', 'withdraw', { bankCode: 'KBANK' }],
  ['member', 'other', 'game_in', GAME],
  ['provider:PG', 'member', 'game_in', GAME],
  ['provider:PG', 'member', 'game_out', { provider: 'PG' }],
  ['member', 'bonus', 'finish_bonus', { link: 'bonus' }],
  ['member', 'gateway:KBANK', 'finish_bonus', BONUS],
];

describe.each(engines)('the books on %s', (_name, open) => {
  let database: Database;
  let ledger: Ledger;
  const members = new Map<string, AccountId>();

  beforeAll(async () => {
    database = await open();
    ledger = new Ledger(database);
    for (const name of ['member', 'other']) {
      const account = { code: `member:${name}:wallet`, currency: 'BAHT' } as const;
      members.set(name, await ledger.openMemberAccount(database.queries, account));
      await submit(['gateway:KBANK', name, 'deposit', ARRIVAL], 100_000n);
    }
  });
  afterAll(() => database.close());

  const submit = async ([from, to, kind, detail]: Movement, amount = 100n) => {
    const account = async (name: string) => members.get(name) ?? (await ledger.house(name, 'BAHT'));
    const { outcome } = await ledger.submit(
      anyRequest({
        id: newId(),
        debit: await account(from),
        credit: await account(to),
        amount: minor(amount),
        kind,
        pending: false,
        detail,
      }),
    );
    return outcome;
  };
  const balances = () =>
    database.queries.selectFrom('ledger_account').select(['code', 'balance']).orderBy('code').execute();

  it.each(OURS)('accept %s to %s as %s %o', async (...movement) => {
    expect(await submit(movement)).toBe('created');
  });

  it.each(NOT_OURS)('refuse %s to %s as %s %o', async (...movement) => {
    const [from, to] = movement;
    for (const name of [from, to]) if (!members.has(name)) await ledger.house(name, 'BAHT');
    const before = await balances();
    await expect(submit(movement)).rejects.toThrow('ledger_transfer');
    expect(await balances()).toEqual(before);
  });

  it('refuse a movement without a field that its kind declares as required', async () => {
    for (const [from, to, kind, detail] of OURS) {
      const whole = { th: 'ก', la: 'ກ', en: 'a', ...detail };
      expect(isKind(kind) && parseDetail(kind, whole)).toMatchObject(detail);
      for (const name of Object.keys(detail)) {
        const rest = Object.fromEntries(Object.entries(whole).filter(([known]) => known !== name));
        expect(() => isKind(kind) && parseDetail(kind, rest)).toThrow(`the detail lacks ${name}`);
        await expect(submit([from, to, kind, rest])).rejects.toThrow('ledger_transfer');
      }
    }
  });

  it('let the sound movements of a batch pass beside one that is not', async () => {
    const [sound = OURS[0]!] = OURS;
    const ends = await Promise.all(
      [sound, sound, sound, NOT_OURS[0]!, sound, sound, sound].map((movement) =>
        submit(movement).catch(() => 'refused'),
      ),
    );
    expect(ends).toEqual(['created', 'created', 'created', 'refused', 'created', 'created', 'created']);
  });
});
