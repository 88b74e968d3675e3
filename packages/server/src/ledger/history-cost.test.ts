import type { Minor } from '@krapao/contract/money';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '../database/schema.ts';
import { newId } from '../kernel/ids.ts';
import { anyRequest } from '../testing/any-movement.ts';
import { BooksOnly } from '../testing/books-only.ts';
import { PlainMovements, type Movement, type Mover } from '../testing/plain-movements.ts';
import type { AccountId } from './types.ts';

const FEW = 70;
const MANY = 42_000;
/** Most pages that a transfer may read after a long history, as a multiple of those after a short one. */
const MOST = 1.3;
/** Functions that those of the triggers call and that read tables. */
const CALLED = [
  'refuse_transfer',
  'protection_count',
  'protection_left',
  'protection_used',
  'ledger_submit_one',
  'ledger_is_own_held',
  'add_notice',
];
/** Until plans are kept, and the pages are in memory. */
const WARM_UPS = 8;
const RUNS = 10;

type Player = Mover & { held: AccountId };
type Transfer = Movement & { id: string; pending: boolean };

let books: BooksOnly;
let few: Player;
let many: Player;
/** Moves beside the others, in the same batches. */
let another: Mover;
let moves: PlainMovements;

/** Writes a history of every kind of movement of a member, with all limits, and notices of it. */
async function play(length: number): Promise<Player> {
  const { queries } = books.first.database;
  const member = await books.newMember();
  const { id, walletAccount: wallet } = member;
  const game = moves.house('provider:PG');
  const held = await books.protect(member);
  await sql`set session_replication_role = replica`.execute(queries);
  await sql`
    insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no, credit_no,
        detail, created_at, settled_at)
      select gen_random_uuid(), case when k.is_debit then ${wallet}::bigint else ${game}::bigint end,
          case when k.is_debit then ${game}::bigint else ${wallet}::bigint end, 1, k.kind, k.state, false,
          case when k.is_debit then n end, case when not k.is_debit then n end, k.detail, t.at, t.at
        from generate_series(1, ${length}::int) n
        join (values (0, 'deposit', false, 'posted', '{}'::jsonb), (1, 'game_in', true, 'posted', '{}'),
            (2, 'game_out', false, 'posted', '{}'), (3, 'withdraw', true, 'voided', '{"unprovenAbove": "1000"}'),
            (4, 'held_in', true, 'posted', '{}'), (5, 'held_release', false, 'posted', '{}'),
            (6, 'game_in', true, 'voided', '{}')) k (no, kind, is_debit, state, detail)
          on k.no = n % 7
        -- After a hundred withdrawals of a day, another one is refused.
        cross join lateral (select now() - case when k.kind = 'withdraw' then interval '25 hours' else '0' end
          - (${length}::int - n) * interval '10 ms' as at) t
        order by n`.execute(queries);
  await sql`
    insert into notice (member_id, kind, subject, detail)
      select ${id}, 'money_in', n::text, '{}' from generate_series(1, ${length}::int) n`.execute(queries);
  await sql`set session_replication_role = origin`.execute(queries);
  for (const account of [wallet, held]) {
    await sql`update ledger_account set balance = 1000000000, movements = ${length}::int where id = ${account}`.execute(
      queries,
    );
  }
  await sql`
    insert into protection_limit (member_id, kind, period, amount)
      select ${id}, k, p, 1000000000
        from unnest(array['deposit', 'loss']) k, unnest(array['day', 'week', 'month']) p`.execute(queries);
  await sql`
    select protection_begin(${id}, ${wallet}, kind, period, now(), null) from protection_limit
      where member_id = ${id}`.execute(queries);
  return { id, walletAccount: wallet, held };
}

beforeAll(async () => {
  books = await BooksOnly.open(1, undefined, 1);
  const { database, ledger } = books.first;
  moves = await PlainMovements.open(ledger);
  few = await play(FEW);
  many = await play(MANY);
  another = await books.newMember();
  // Plans are made once, from what is there now: making one reads pages, too.
  await sql`do $$ declare v_table text; begin
    for v_table in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %I set (autovacuum_enabled = false)', v_table);
    end loop;
  end $$`.execute(database.queries);
  await sql`analyze`.execute(database.queries);
  await sql`set plan_cache_mode = 'force_generic_plan'`.execute(database.queries);
  await sql`set track_functions = 'all'`.execute(database.queries);
});
afterAll(() => books.close());

const made = (movement: Movement, pending = false): Transfer => ({ id: newId(), pending, ...movement });
const intoGame = (player: Player, pending = false) => made(moves.intoGame(player), pending);
const home = (player: Player, pending = false) => made(moves.home(player), pending);
const withdrawal = (player: Player, more: object) => made(moves.withdrawal(player, more), true);

type Run = Transaction<DB>;

/** Submits a batch, and settles those that are pending. @returns the pages that both read */
async function pagesOf(tx: Run, transfers: readonly Transfer[], post?: boolean): Promise<number> {
  const list = (pick: (one: Transfer) => unknown) => sql.val(transfers.map((one) => String(pick(one))));
  const pages = await explain(
    tx,
    sql`select * from ledger_submit(${list((t) => t.id)}::uuid[], ${list((t) => t.debit)}::bigint[],
      ${list((t) => t.credit)}::bigint[], ${list(() => 1)}::bigint[], ${list((t) => t.kind)}::text[],
      ${list((t) => t.pending)}::boolean[], ${list(() => false)}::boolean[],
      ${list((t) => JSON.stringify(t.detail))}::text[])`,
  );
  const { rows } = await sql<{ state: string }>`
    select state from ledger_transfer where id = any(${list((t) => t.id)}::uuid[])`.execute(tx);
  expect(rows).toHaveLength(transfers.length);
  if (post === undefined) return pages;
  return (
    pages +
    (await explain(
      tx,
      sql`select * from ledger_settle(${list((t) => t.id)}::uuid[], ${list(() => post)}::boolean[],
        ${list(() => '{}')}::text[])`,
    ))
  );
}

async function explain(tx: Run, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
  }>`explain (analyze, buffers, format json) ${query}`.execute(tx);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('there is no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** Ends a transaction of which nothing stays. */
class Undone extends Error {
  readonly pages: number;

  constructor(pages: number) {
    super('undone on purpose');
    this.pages = pages;
  }
}

/**
 * Runs a case for each player in turn until its plans are kept, and on: what else this PostgreSQL does for a while then
 * falls on both. Nothing of it stays. @returns the fewest pages that a later run read, by player
 */
async function fewestPages(players: readonly Player[], work: (tx: Run, player: Player) => Promise<number>) {
  const fewest = players.map(() => Infinity);
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    for (const [index, player] of players.entries()) {
      const pages = await pagesOfUndone((tx) => work(tx, player));
      if (run >= WARM_UPS) fewest[index] = Math.min(fewest[index]!, pages);
    }
  }
  return fewest;
}

/** Does work of which nothing stays. @returns the pages that it read */
async function pagesOfUndone(work: (tx: Run) => Promise<number>): Promise<number> {
  const end: unknown = await books.first.database
    .transaction(async (tx) => {
      throw new Undone(await work(tx));
    })
    .catch((error: unknown) => error);
  if (end instanceof Undone) return end.pages;
  throw end;
}

const CASES: Readonly<Record<string, (tx: Run, player: Player) => Promise<number>>> = {
  'credit into a game': (tx, player) => pagesOf(tx, [intoGame(player)]),
  'credit into a game that arrives later': (tx, player) => pagesOf(tx, [intoGame(player, true)], true),
  'credit into a game that fails': (tx, player) => pagesOf(tx, [intoGame(player, true)], false),
  'credit home': (tx, player) => pagesOf(tx, [home(player)]),
  'credit home that arrives later': (tx, player) => pagesOf(tx, [home(player, true)], true),
  'credit home that fails': (tx, player) => pagesOf(tx, [home(player, true)], false),
  'a deposit': (tx, { walletAccount }) => pagesOf(tx, [made(moves.deposit(walletAccount))]),
  'a deposit during a break': async (tx, { id, walletAccount }) => {
    await sql`update protection set break_until = now() + interval '1 day' where member_id = ${id}`.execute(
      tx,
    );
    return pagesOf(tx, [made(moves.deposit(walletAccount))]);
  },
  'a deposit that was in suspense': async (tx, { walletAccount }) => {
    const found = made(moves.deposit(moves.house('suspense:TEST'), { unmatched: 'sender' }));
    return (
      (await pagesOf(tx, [found])) + (await pagesOf(tx, [made(moves.fromSuspense(walletAccount, found.id))]))
    );
  },
  'a withdrawal that is paid': (tx, player) => pagesOf(tx, [withdrawal(player, {})], true),
  'a withdrawal of a session without proof that fails': (tx, player) =>
    pagesOf(tx, [withdrawal(player, { unprovenAbove: '100000' })], false),
  'a withdrawal without proof that is checked together with others': (tx, player) =>
    pagesOf(tx, [withdrawal(player, { unprovenAbove: '100000' }), made(moves.home(another), true)], false),
  'held money that is paid out, fails and is held again': async (tx, player) => {
    const paid = withdrawal(player, { held: 'yes' });
    const out = made(moves.heldPayout(player, player.held, paid.id));
    return (await pagesOf(tx, [out])) + (await pagesOf(tx, [paid], false));
  },
  'a release of held money': (tx, player) => pagesOf(tx, [made(moves.release(player, player.held))]),
  'a bonus': (tx, player) => pagesOf(tx, [made(moves.reward(player))]),
  'a correction': (tx, player) => pagesOf(tx, [made(moves.correction(player))]),
  'eight moves in one batch': (tx, player) =>
    pagesOf(
      tx,
      [...Array(4).keys()].flatMap(() => [intoGame(player, true), home(player, true)]),
      true,
    ),
};

describe('beside a member with few movements', () => {
  it.each(Object.keys(CASES))('%s reads as many pages where a member has moved often', async (name) => {
    const work = CASES[name];
    if (!work) throw new Error(name);
    const [short, long] = await fewestPages([few, many], work);
    expect(long! / short!).toBeLessThan(MOST);
  });

  it('a session without proof that has had a hundred withdrawals of a day cancelled is asked for one', async () => {
    const { queries } = books.first.database;
    const withdraw = async (player: Player) => {
      const { id, debit, credit, kind, detail } = withdrawal(player, { unprovenAbove: '100000' });
      const request = { id, debit, credit, kind, detail, amount: 1n as Minor, pending: true };
      const { ledger } = books.first;
      await ledger.submit(anyRequest(request));
      await ledger.settle({ id, result: 'void', outcome: { reason: 'cancelled' } });
    };
    for (let no = 0; no < 100; no += 1) await withdraw(few);
    await expect(withdraw(few)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const { rows } = await sql<{ held: bigint }>`
      select held from ledger_account where id = ${few.walletAccount}`.execute(queries);
    expect(rows).toEqual([{ held: 0n }]);
  });

  it('the cases run every function that a transfer runs, but the one that refuses edits', async () => {
    const { queries } = books.first.database;
    await sql`select pg_stat_force_next_flush()`.execute(queries);
    const { rows } = await sql<{ name: string }>`
      select name from (
          select unnest(${sql.val(CALLED)}::text[]) as name
          union
          select p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
            where t.tgrelid = 'ledger_transfer'::regclass and not t.tgisinternal) f
        where not exists (select from pg_stat_user_functions s where s.funcname = f.name and s.calls > 0)`.execute(
      queries,
    );
    expect(rows).toEqual([{ name: 'ledger_transfer_is_final' }]);
  });
});
