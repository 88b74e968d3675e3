import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { newId } from '../kernel/ids.ts';
import { anyRequest } from '../testing/any-movement.ts';
import { baht, BooksOnly } from '../testing/books-only.ts';
import { PlainMovements, type Movement } from '../testing/plain-movements.ts';
import type { AccountId, TransferRequest } from './types.ts';

/** So many that the transfers which wait for the first one are checked together, by one statement. */
const OTHERS = 12;
const BALANCE = baht(1_000);
const AMOUNT = baht(100);

let books: BooksOnly;
let held: AccountId;
let moves: PlainMovements;

beforeAll(async () => {
  books = await BooksOnly.open(1);
  moves = await PlainMovements.open(books.first.ledger);
});
afterEach(() => sql`update control set stopped = false`.execute(books.first.database.queries));
afterAll(() => books.close());

const request = (movement: Movement, amount: Minor = AMOUNT): TransferRequest =>
  anyRequest({ id: newId(), amount, pending: false, ...movement });
const stop = (name: string) => async () => {
  await sql`update control set stopped = true where name = ${name}`.execute(books.first.database.queries);
};
async function freeze({ id }: Member): Promise<void> {
  await sql`update member set disabled_at = now() where id = ${id}`.execute(books.first.database.queries);
}
const protect = (change: RawBuilder<unknown>) => async (member: Member) => {
  held = await books.protect(member);
  await sql`update protection set ${change} where member_id = ${member.id}`.execute(
    books.first.database.queries,
  );
};
const limit = (kind: 'loss' | 'deposit') => async (member: Member) => {
  const { queries } = books.first.database;
  held = await books.protect(member);
  await sql`update ledger_account set balance = ${BALANCE} where id = ${held}`.execute(queries);
  await sql`insert into protection_limit (member_id, kind, period, amount)
    values (${member.id}, ${kind}, 'day', ${AMOUNT - 1n})`.execute(queries);
};
const nothing = async () => {};

/** The refused movement, what has been set before it, and its error. */
type Case = readonly [
  title: string,
  before: (member: Member) => Promise<void>,
  movement: (member: Member) => Movement,
  error: object,
];

const WRONG = { code: '23514' };
const intoGame = (member: Member) => moves.intoGame(member);
const home = (member: Member) => moves.home(member);
const withdrawal = (member: Member) => moves.withdrawal(member);

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
  [
    'credit into a game during a break',
    protect(sql`break_until = now() + interval '1 day'`),
    intoGame,
    { code: 'ON_BREAK' },
  ],
  [
    'a reward during an exclusion',
    protect(sql`excluded_at = now()`),
    (member) => moves.reward(member),
    { code: 'EXCLUDED' },
  ],
  ['credit into a game beyond a loss limit', limit('loss'), intoGame, { code: 'LIMIT_LOSS' }],
  [
    'a release beyond a deposit limit',
    limit('deposit'),
    (member) => moves.release(member, held),
    { code: 'LIMIT_DEPOSIT' },
  ],
  [
    'a withdrawal that needs a proof',
    nothing,
    (member) => moves.withdrawal(member, { unprovenAbove: '1' }),
    { code: 'STEP_UP_REQUIRED' },
  ],
  [
    'a withdrawal to an account that pays nothing out',
    nothing,
    (member) => ({ ...withdrawal(member), credit: moves.house('gateway:TEST') }),
    WRONG,
  ],
  ['a withdrawal without details', nothing, (member) => ({ ...withdrawal(member), detail: {} }), WRONG],
  ['credit into a game without details', nothing, (member) => ({ ...intoGame(member), detail: {} }), WRONG],
  [
    'credit into a game that comes from it',
    nothing,
    (member) => ({ ...home(member), kind: 'game_in' }),
    WRONG,
  ],
  ['credit home without details', nothing, (member) => ({ ...home(member), detail: {} }), WRONG],
];

/** A second withdrawal of this amount passes what needs no proof. */
const UNPROVEN = String(AMOUNT + 1n);

/** What is changed about an earlier withdrawal, or that the session was proved after it; whether the second is refused. */
const EARLIER: readonly (readonly [
  title: string,
  change: 'proved' | ((id: string) => RawBuilder<unknown>),
  isRefused: boolean,
])[] = [
  ['is a withdrawal that needs a proof together with an earlier one', () => sql`select`, true],
  [
    'is a withdrawal after a hundred of a day, also cancelled ones',
    (id) => sql`
      with earlier as (
        update ledger_transfer set state = 'voided', settled_at = now() where id = ${id} returning *
      )
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, detail, settled_at)
        select gen_random_uuid(), debit_account, credit_account, 1, kind, state, false, detail, settled_at
          from earlier, generate_series(2, 100)`,
    true,
  ],
  [
    'is no withdrawal after one that was cancelled',
    (id) => sql`update ledger_transfer set state = 'voided', settled_at = now() where id = ${id}`,
    false,
  ],
  [
    'is no withdrawal after one of yesterday',
    (id) =>
      sql`update ledger_transfer set created_at = now() - interval '24 hours 1 second' where id = ${id}`,
    false,
  ],
  ['is no withdrawal of a session that was proved after an earlier one', 'proved', false],
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

  it.each(EARLIER)('%s', async (_title, change, isRefused) => {
    const { database, ledger } = books.first;
    const member = await books.newMember();
    const other = await books.newMember();
    await books.deposit(member, BALANCE);
    const earlier = { ...request(moves.withdrawal(member, { unprovenAbove: UNPROVEN })), pending: true };
    await ledger.submit(earlier);
    const provedAt = change === 'proved' ? new Date(Date.now() + MINUTE_MS).toISOString() : undefined;
    // What the product never does: no trigger is asked.
    if (change !== 'proved')
      await database.transaction(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await change(earlier.id).execute(tx);
      });
    const second = request(
      moves.withdrawal(member, { unprovenAbove: UNPROVEN, ...(provedAt && { provedAt }) }),
    );
    // The first one is a batch by itself.
    const all = [request(home(other), baht(1)), second, request(home(other), baht(1))];
    const results = await Promise.allSettled(all.map((one) => ledger.submit(one)));

    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      isRefused ? 'rejected' : 'fulfilled',
      'fulfilled',
    ]);
    const { rows } = await sql`select checked from ledger_transfer where id = ${second.id}`.execute(
      database.queries,
    );
    expect(rows).toEqual(isRefused ? [] : [{ checked: true }]);
  });

  it('is the second of two withdrawals in one batch that need a proof together', async () => {
    const { ledger } = books.first;
    const member = await books.newMember();
    const other = await books.newMember();
    await books.deposit(member, BALANCE);
    const both = Array.from({ length: 2 }, () =>
      request(moves.withdrawal(member, { unprovenAbove: String(AMOUNT + 1n) })),
    );
    // The first one is a batch by itself.
    const all = [request(home(other), baht(1)), ...both];
    const results = await Promise.allSettled(all.map((one) => ledger.submit(one)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await books.available(member)).toBe(BALANCE - AMOUNT);
  });

  it('is not looked for again where a batch of credit of games and withdrawals has been checked', async () => {
    const { database, ledger } = books.first;
    const members = await Promise.all(Array.from({ length: OTHERS }, () => books.newMember()));
    const limited = await books.newMember();
    await limit('loss')(limited);
    const all = [...members, limited].map((member, index) =>
      request(
        index % 2 === 0 ? intoGame(member) : moves.withdrawal(member, { unprovenAbove: '100000' }),
        baht(1),
      ),
    );
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
