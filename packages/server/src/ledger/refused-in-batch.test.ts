import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
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

/** Of two withdrawals with this bound, the second needs a proof. */
const UNPROVEN = { unprovenAbove: String(AMOUNT + 1n) };
const asItIs = () => sql`select`;

/** How an earlier withdrawal of the member is changed; more details of the next one, and whether it is refused. */
type Earlier = readonly [
  title: string,
  change: (id: string) => RawBuilder<unknown>,
  more: object,
  isRefused: boolean,
];

const EARLIER: readonly Earlier[] = [
  ['is needed where both together pass the amount', asItIs, {}, true],
  [
    'is needed after a hundred of a day, also cancelled ones',
    (id) => sql`
      with earlier as (
        update ledger_transfer set state = 'voided', settled_at = now() where id = ${id} returning *
      )
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, detail, settled_at)
        select gen_random_uuid(), debit_account, credit_account, 1, kind, state, false, detail, settled_at
          from earlier, generate_series(2, 100)`,
    {},
    true,
  ],
  [
    'is not needed where the earlier one was cancelled',
    (id) => sql`update ledger_transfer set state = 'voided', settled_at = now() where id = ${id}`,
    {},
    false,
  ],
  [
    'is not needed where the earlier one is of yesterday',
    (id) =>
      sql`update ledger_transfer set created_at = now() - interval '24 hours 1 second' where id = ${id}`,
    {},
    false,
  ],
  [
    'is not needed where the session was proved after the earlier one',
    asItIs,
    { provedAt: '9999-12-31T00:00:00Z' },
    false,
  ],
];

/**
 * Submits transfers so that one statement makes them, after another one, which is a batch by itself.
 * @returns the results of all, that one's first
 */
async function submitInOneBatch(requests: readonly TransferRequest[]) {
  const first = request(home(await books.newMember()), baht(1));
  return Promise.allSettled([first, ...requests].map((one) => books.first.ledger.submit(one)));
}

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

  it('is not looked for again where a batch of credit of games and withdrawals has been checked', async () => {
    const { database } = books.first;
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
    await submitInOneBatch(all);
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

describe('the proof of a withdrawal that is checked in a batch, after an earlier one of the member', () => {
  it.each(EARLIER)('%s', async (_title, change, more, isRefused) => {
    const { database, ledger } = books.first;
    const member = await books.newMember();
    await books.deposit(member, BALANCE);
    const earlier = { ...request(moves.withdrawal(member, UNPROVEN)), pending: true };
    await ledger.submit(earlier);
    await database.transaction(async (tx) => {
      // Movements are final: their triggers would refuse the change.
      await sql`set local session_replication_role = replica`.execute(tx);
      await change(earlier.id).execute(tx);
    });
    const next = request(moves.withdrawal(member, { ...UNPROVEN, ...more }));

    const results = await submitInOneBatch([next, request(home(await books.newMember()), baht(1))]);

    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      isRefused ? 'rejected' : 'fulfilled',
      'fulfilled',
    ]);
    const { rows } = await sql`select checked from ledger_transfer where id = ${next.id}`.execute(
      database.queries,
    );
    expect(rows).toEqual(isRefused ? [] : [{ checked: true }]);
  });

  it('is needed by the second of two in the batch that together pass the amount', async () => {
    const member = await books.newMember();
    await books.deposit(member, BALANCE);
    const both = [1, 2].map(() => request(moves.withdrawal(member, UNPROVEN)));

    const results = await submitInOneBatch(both);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await books.available(member)).toBe(BALANCE - AMOUNT);
  });
});
