import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
import { newId } from '../kernel/ids.ts';
import { anyRequest } from '../testing/any-movement.ts';
import { baht, BooksOnly } from '../testing/books-only.ts';
import type { AccountId, TransferRequest } from './types.ts';

/** So many that the transfers which wait for the first one are checked together, by one statement. */
const OTHERS = 12;
const BALANCE = baht(1_000);
const AMOUNT = baht(100);

let books: BooksOnly;
let held: AccountId;
const houses = new Map<string, AccountId>();
const house = (name: string): AccountId => houses.get(name) ?? (0n as AccountId);

beforeAll(async () => {
  books = await BooksOnly.open(1);
  for (const name of ['provider:PG', 'bank:payout:TEST', 'bonus:refund', 'gateway:TEST'])
    houses.set(name, await books.first.ledger.house(name, 'BAHT'));
});
afterEach(() => sql`update control set stopped = false`.execute(books.first.database.queries));
afterAll(() => books.close());

type Movement = Pick<TransferRequest, 'debit' | 'credit'> & { kind: string; detail: object };

const request = (movement: Movement, amount: Minor = AMOUNT): TransferRequest =>
  anyRequest({ id: newId(), amount, pending: false, ...movement });
const home = ({ id, walletAccount: credit }: Member): Movement => ({
  debit: house('provider:PG'),
  credit,
  kind: 'game_out',
  detail: { provider: 'PG', username: 'x', memberId: id },
});
const intoGame = ({ id, walletAccount: debit }: Member, more: Partial<Movement> = {}): Movement => ({
  debit,
  credit: house('provider:PG'),
  kind: 'game_in',
  detail: { provider: 'PG', username: 'x', memberId: id },
  ...more,
});
const withdrawal = (
  { walletAccount: debit }: Member,
  more: object = {},
  bank = 'bank:payout:TEST',
): Movement => ({
  debit,
  credit: house(bank),
  kind: 'withdraw',
  detail: { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A', ...more },
});
const reward = ({ walletAccount: credit }: Member): Movement => ({
  debit: house('bonus:refund'),
  credit,
  kind: 'bonus',
  detail: { link: 'refund' },
});
const release = ({ walletAccount: credit }: Member): Movement => ({
  debit: held,
  credit,
  kind: 'held_release',
  detail: { asked: 'member' },
});

const stop = (name: string) => async () => {
  await sql`update control set stopped = true where name = ${name}`.execute(books.first.database.queries);
};
async function freeze({ id }: Member): Promise<void> {
  await sql`update member set disabled_at = now() where id = ${id}`.execute(books.first.database.queries);
}
const protect = (column: 'break_until' | 'exclusion') => async (member: Member) => {
  const { queries } = books.first.database;
  held = await books.protect(member);
  await (
    column === 'exclusion'
      ? sql`update protection set excluded_at = now() where member_id = ${member.id}`
      : sql`update protection set break_until = now() + interval '1 day' where member_id = ${member.id}`
  ).execute(queries);
};
const limit = (kind: 'loss' | 'deposit') => async (member: Member) => {
  const { queries } = books.first.database;
  held = await books.protect(member);
  await sql`update ledger_account set balance = ${BALANCE} where id = ${held}`.execute(queries);
  await sql`insert into protection_limit (member_id, kind, period, amount)
    values (${member.id}, ${kind}, 'day', ${AMOUNT - 1n})`.execute(queries);
};
const nothing = async () => {};

/** What is set before, the movement, and how it ends. */
type Case = readonly [
  title: string,
  before: (member: Member) => Promise<void>,
  movement: (member: Member) => Movement,
  error: object,
];

const WRONG = { code: '23514' };
const CASES: readonly Case[] = [
  [
    'credit into a game while that is stopped',
    stop('game_credit'),
    intoGame,
    { code: 'GAME_CREDIT_STOPPED' },
  ],
  ['a withdrawal while payouts are stopped', stop('payouts'), withdrawal, { code: 'PAYOUTS_STOPPED' }],
  ['credit into a game of a frozen member', freeze, intoGame, { code: 'INACTIVE_USER' }],
  ['a withdrawal of a frozen member', freeze, withdrawal, { code: 'INACTIVE_USER' }],
  ['credit into a game during a break', protect('break_until'), intoGame, { code: 'ON_BREAK' }],
  ['a reward during an exclusion', protect('exclusion'), reward, { code: 'EXCLUDED' }],
  ['credit into a game beyond a loss limit', limit('loss'), intoGame, { code: 'LIMIT_LOSS' }],
  ['a release beyond a deposit limit', limit('deposit'), release, { code: 'LIMIT_DEPOSIT' }],
  [
    'a withdrawal that needs a proof',
    nothing,
    (member) => withdrawal(member, { unprovenAbove: '1' }),
    { code: 'STEP_UP_REQUIRED' },
  ],
  [
    'a withdrawal to an account that pays nothing out',
    nothing,
    (member) => withdrawal(member, {}, 'gateway:TEST'),
    WRONG,
  ],
  ['credit into a game without details', nothing, (member) => intoGame(member, { detail: {} }), WRONG],
  [
    'credit into a game that comes from it',
    nothing,
    (member) => ({ ...home(member), kind: 'game_in' }),
    WRONG,
  ],
  ['credit home without details', nothing, (member) => ({ ...home(member), detail: {} }), WRONG],
];

describe('a transfer that is refused', () => {
  it.each(CASES)(
    'is refused among others that pass, which all pass: %s',
    async (_title, before, movement, error) => {
      const { ledger } = books.first;
      const member = await books.newMember();
      const other = await books.newMember();
      await books.deposit(member, BALANCE);
      await before(member);
      const refused = request(movement(member));
      const others = Array.from({ length: OTHERS + 1 }, () => request(home(other), baht(1)));

      const all = [...others.slice(0, OTHERS), refused, ...others.slice(OTHERS)];
      const results = await Promise.allSettled(all.map((one) => ledger.submit(one)));

      expect(results.filter(({ status }) => status === 'rejected')).toEqual([
        { status: 'rejected', reason: expect.objectContaining(error) as unknown },
      ]);
      expect(await ledger.find(refused.id)).toBeUndefined();
      expect(await books.available(member)).toBe(BALANCE);
      expect(await books.available(other)).toBe(baht(OTHERS + 1));
    },
  );

  it('is not looked for again where a batch of credit of games has been checked', async () => {
    const { database, ledger } = books.first;
    const members = await Promise.all(Array.from({ length: OTHERS }, () => books.newMember()));
    const limited = await books.newMember();
    await limit('loss')(limited);
    const all = [...members, limited].map((member) => request(intoGame(member), baht(1)));
    for (const player of [...members, limited]) await books.deposit(player, BALANCE);
    // The first one is a batch by itself.
    await Promise.all([request(home(limited), baht(1)), ...all].map((one) => ledger.submit(one)));
    const { rows } = await sql<{ debit_account: AccountId; checked: boolean | null }>`
      select debit_account, checked from ledger_transfer
        where id = any(${sql.val(all.map(({ id }) => id))}::uuid[])`.execute(database.queries);
    expect(new Map(rows.map((row) => [row.debit_account, row.checked]))).toEqual(
      new Map(
        [...members, limited].map((player) => [player.walletAccount, player === limited ? null : true]),
      ),
    );
  });
});
