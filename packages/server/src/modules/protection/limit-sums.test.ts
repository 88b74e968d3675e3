import type { Minor } from '@krapao/contract/money';
import { LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '@krapao/contract/protection';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { dayOf, periodOf } from '../../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { whileBroken, type Break } from '../../testing/broken-function.ts';
import { BooksOnly, baht } from '../../testing/books-only.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { keepSums, LimitSums, sumMovements, type KnownSums } from './limit-sums.ts';
import { removeLimit, saveLimit } from './repo.ts';

/** `LIMIT_HISTORIES` plays more of them. */
const HISTORIES = Number(process.env['LIMIT_HISTORIES'] ?? 40);
/** `TEST_SEED` plays others. */
const SEED = Number(process.env['TEST_SEED'] || 11);
const MS_PER_HISTORY = 4_000;
const QUIET = pino({ enabled: false });
const GAMES = ['PG', 'JOKER'] as const;
const NO_LIMIT = baht(1_000_000_000);

/** A movement as the model has it. */
interface Move {
  id: string;
  at: Date;
  kind: 'game_in' | 'game_out' | 'deposit';
  game: string;
  amount: number;
  state: 'pending' | 'posted' | 'voided';
}

let books: BooksOnly;
let clock: DatabaseClock;

beforeAll(async () => {
  books = await BooksOnly.open(1);
  clock = await DatabaseClock.install(books.first.database, new Date('2027-03-10T05:00:00Z'));
});
afterAll(() => books.close());

const limitsOf = (kind: LimitKind) => LIMIT_PERIODS.map((period) => ({ kind, period }));
const ALL = [...limitsOf('deposit'), ...limitsOf('loss')];

/** Returns a text that is the same for all moments of one period. */
const nameOf = (period: LimitPeriod, at: Date): string =>
  period === 'month' ? dayOf(at).slice(0, 7) : periodOf(period, at).from.toISOString();

/** One member's history, in the books and in the model. */
class History {
  readonly moves: Move[] = [];
  readonly known = new Map<string, KnownSums | undefined>();
  readonly kept = new Set<string>();
  readonly member: Member;

  private constructor(member: Member) {
    this.member = member;
  }

  static async begin(): Promise<History> {
    const member = await books.newMember();
    await books.protect(member);
    const history = new History(member);
    await history.deposit(10_000_000);
    return history;
  }

  async deposit(amount: number): Promise<void> {
    await books.deposit(this.member, BigInt(amount) as Minor);
    this.#note({ id: newId(), kind: 'deposit', game: '', amount, state: 'posted' });
  }

  async move(kind: 'game_in' | 'game_out', game: string, amount: number, pending: boolean): Promise<void> {
    const { ledger } = books.first;
    const [wallet, house] = [this.member.walletAccount, await ledger.house(`provider:${game}`, 'BAHT')];
    const id = newId();
    const { outcome } = await ledger.submit({
      id,
      debit: kind === 'game_in' ? wallet : house,
      credit: kind === 'game_in' ? house : wallet,
      amount: BigInt(amount) as Minor,
      kind,
      pending,
      detail: { provider: game, username: 'x', memberId: this.member.id },
    });
    expect(outcome).toBe('created');
    this.#note({ id, kind, game, amount, state: pending ? 'pending' : 'posted' });
  }

  async end(no: number, result: 'post' | 'void'): Promise<void> {
    const pending = this.moves.filter(({ state }) => state === 'pending');
    const move = pending[no % Math.max(pending.length, 1)];
    if (!move) return;
    await books.first.ledger.settle({ id: move.id, result, outcome: {} });
    move.state = result === 'post' ? 'posted' : 'voided';
  }

  async sum(kind: LimitKind, period: LimitPeriod): Promise<void> {
    const known = await books.first.database.transaction((tx) =>
      sumMovements(tx, this.member, { kind, period }, clock.now()),
    );
    this.known.set(`${kind} ${period}`, known);
  }

  async set(kind: LimitKind, period: LimitPeriod): Promise<void> {
    const key = `${kind} ${period}`;
    if (this.kept.has(key)) return;
    const { database, ledger } = books.first;
    await database.transaction(async (tx) => {
      await ledger.lock(tx, this.member.walletAccount);
      await saveLimit(tx, this.member.id, {
        kind,
        period,
        amount: NO_LIMIT,
        setAt: null,
        pendingAmount: null,
        pendingFrom: null,
      });
      await keepSums(tx, this.member, { kind, period }, clock.now(), this.known.get(key));
    });
    this.kept.add(key);
  }

  async remove(kind: LimitKind, period: LimitPeriod): Promise<void> {
    await books.first.database.transaction((tx) => removeLimit(tx, this.member.id, { kind, period }));
    this.kept.delete(`${kind} ${period}`);
  }

  /** Compares the kept sums with the model. */
  async compare(): Promise<void> {
    const { rows } = await sql<{ name: string; used: bigint; isKept: boolean }>`
      select kind || ' ' || period as name, protection_used(l, ${this.member.walletAccount}, ${clock.now()}) as used,
          counted_since <= protection_from(period, ${clock.now()}) as "isKept"
        from protection_limit l where member_id = ${this.member.id} order by 1`.execute(
      books.first.database.queries,
    );
    expect(rows).toEqual(
      [...this.kept].toSorted().map((name) => {
        const [kind, period] = name.split(' ') as [LimitKind, LimitPeriod];
        return { name, used: BigInt(this.#used(kind, period)), isKept: true };
      }),
    );
  }

  #note(move: Omit<Move, 'at'>): void {
    this.moves.push({ ...move, at: clock.now() });
  }

  #used(kind: LimitKind, period: LimitPeriod): number {
    const inside = new Map<string, number>();
    let deposits = 0;
    for (const { at, kind: moved, game, amount, state } of this.moves) {
      if (nameOf(period, at) !== nameOf(period, clock.now())) continue;
      if (moved === 'deposit') deposits += amount;
      else if (moved === 'game_in' && state !== 'voided') inside.set(game, (inside.get(game) ?? 0) + amount);
      else if (moved === 'game_out' && state === 'posted')
        inside.set(game, Math.max(0, (inside.get(game) ?? 0) - amount));
    }
    return kind === 'deposit' ? deposits : [...inside.values()].reduce((sum, amount) => sum + amount, 0);
  }
}

type Step = (history: History) => Promise<void>;
const amounts = fc.integer({ min: 1, max: 300 });
const names = fc.constantFrom(...ALL);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom('game_in', 'game_out'), fc.constantFrom(...GAMES), amounts, fc.boolean())
      .map(
        ([kind, game, amount, pending]): Step =>
          (history) =>
            history.move(kind, game, amount, pending),
      ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(fc.nat(20), fc.constantFrom('post', 'void')).map(
      ([no, result]): Step =>
        (history) =>
          history.end(no, result),
    ),
  },
  {
    weight: 2,
    arbitrary: amounts.map(
      (amount): Step =>
        (history) =>
          history.deposit(amount),
    ),
  },
  {
    weight: 3,
    arbitrary: names.map(
      ({ kind, period }): Step =>
        (history) =>
          history.sum(kind, period),
    ),
  },
  {
    weight: 3,
    arbitrary: names.map(
      ({ kind, period }): Step =>
        (history) =>
          history.set(kind, period),
    ),
  },
  {
    weight: 1,
    arbitrary: names.map(
      ({ kind, period }): Step =>
        (history) =>
          history.remove(kind, period),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(10 * MINUTE_MS, 5 * HOUR_MS, DAY_MS, 8 * DAY_MS).map(
      (ms): Step =>
        () =>
          clock.forward(ms),
    ),
  },
);

/** Plays histories. @returns the failure of the first in which sums and model differ */
async function play(count: number, seed: number): Promise<string | undefined> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
    const history = await History.begin();
    for (const take of steps) {
      await take(history);
      await history.compare();
    }
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: count, seed, endOnFailure: true });
  return failed ? String(errorInstance) : undefined;
}

describe('the sums that limits keep', () => {
  it(
    `are what a model works out, after every step of ${HISTORIES} histories, whatever ends when`,
    async () => {
      expect(await play(HISTORIES, SEED)).toBeUndefined();
    },
    HISTORIES * MS_PER_HISTORY,
  );

  it('count the moves of many members that one batch makes and ends, each for its member', async () => {
    const histories: History[] = [];
    for (let no = 0; no < 12; no += 1) {
      const history = await History.begin();
      await history.set('loss', 'day');
      histories.push(history);
    }
    await Promise.all(histories.map((history, no) => history.move('game_in', 'PG', 100 + no, true)));
    for (const history of histories) await history.compare();
    await Promise.all(histories.map((history, no) => history.end(0, no % 2 === 0 ? 'post' : 'void')));
    await Promise.all(histories.map((history) => history.move('game_out', 'PG', 50, false)));
    for (const history of histories) await history.compare();
  });

  it('are begun by a round for a limit that has none, and counted from the movements until then', async () => {
    const { database, ledger } = books.first;
    const history = await History.begin();
    await history.move('game_in', 'PG', 500, false);
    await history.move('game_in', 'PG', 70, true);
    // As an older process sets one.
    await sql`insert into protection_limit (member_id, kind, period, amount)
      values (${history.member.id}, 'loss', 'day', ${NO_LIMIT})`.execute(database.queries);
    await history.move('game_out', 'PG', 200, false);
    const used = async () => {
      const { rows } = await sql<{ used: bigint; isKept: boolean }>`
        select protection_used(l, ${history.member.walletAccount}, ${clock.now()}) as used,
            counted_since is not null as "isKept"
          from protection_limit l where member_id = ${history.member.id}`.execute(database.queries);
      return rows;
    };
    expect(await used()).toEqual([{ used: 370n, isKept: false }]);
    await new LimitSums({ database, ledger, clock, logger: QUIET }).beginMissing();
    expect(await used()).toEqual([{ used: 370n, isKept: true }]);
    await history.end(0, 'void');
    expect(await used()).toEqual([{ used: 300n, isKept: true }]);
  });

  it('are never too little where more moves of a game wait than are followed, and exact once those have ended', async () => {
    const history = await History.begin();
    await history.set('loss', 'day');
    for (let no = 0; no < 130; no += 1) await history.move('game_in', 'PG', 1, true);
    const { database, ledger } = books.first;
    const round = new LimitSums({ database, ledger, clock, logger: QUIET });
    const used = async () => {
      await round.beginMissing();
      const { rows } = await sql<{ used: bigint }>`
        select protection_used(l, ${history.member.walletAccount}, ${clock.now()}) as used
          from protection_limit l where member_id = ${history.member.id}`.execute(database.queries);
      return rows[0]?.used;
    };
    for (let no = 0; no < 120; no += 1) await history.end(0, 'void');
    expect(await used()).toBe(40n);
    for (let no = 0; no < 10; no += 1) await history.end(0, 'void');
    // None waits any more: the round has worked the sum out again.
    expect(await used()).toBe(0n);
    await history.compare();
  });
});

const BREAKS: readonly Break[] = [
  [
    'protection_count',
    'a move that fails late takes off what had come home since',
    'v_off := least(v_off, v_low)',
    'null',
  ],
  [
    'protection_count',
    'what the sum fell to is forgotten when another move ends',
    'if v_place > 1 then',
    'if false then',
  ],
  [
    'protection_count',
    'the sum falls unseen while a move has not ended',
    'elsif cardinality(v_sum.lowest) > 0 then',
    'elsif false then',
  ],
  [
    'protection_count',
    'credit that comes home at once makes room for more than went in',
    'least(p_move.amount, v_sum.amount)',
    'p_move.amount',
  ],
  ['protection_count', 'credit home of one game takes off of another', 'and s.game = v_game', ''],
  [
    'protection_begin',
    'a move that ends while the limit is set stays open',
    'perform protection_count(p_member, v_moved, true, p_period)',
    'null',
  ],
  [
    'protection_begin',
    'a move that is made while the limit is set is not counted',
    'perform protection_count(p_member, v_moved, false, p_period)',
    'null',
  ],
  [
    'protection_play',
    'credit home before the limit is set falls below zero',
    'least(min(total) over so_far, 0)',
    '0',
  ],
  [
    'protection_paid_in',
    'a deposit before the limit is set is not counted',
    "'deposit', 'suspense_out'",
    "'suspense_out'",
  ],
];

describe('the model finds out that', () => {
  it.each(BREAKS)(
    '%s is broken: %s',
    async (...broken) => {
      const { queries } = books.first.database;
      expect(await whileBroken(queries, broken, () => play(HISTORIES, SEED))).toBeDefined();
    },
    HISTORIES * MS_PER_HISTORY,
  );
});
