/** @module-tag whole */
import { minor, type Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { dayOf, lastClosed, type PeriodKind } from '../../kernel/bangkok-time.ts';
import { baht, BooksOnly, type BooksProcess } from '../../testing/books-only.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { RefundService } from './service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Many runs, on a machine under other load. */
const LONG_MS = 90_000;
const PERCENT = 10n;
const MIN_LOSS = baht(20);
const MOST = baht(50);

/** A simple model of the rules: a map of days, processed in sequence. */
class Model {
  readonly #kind: PeriodKind;
  readonly #days = new Map<string, { winLoss: bigint; taken: boolean }>();
  readonly #received = new Set<string>();
  total = 0n;

  constructor(kind: PeriodKind) {
    this.#kind = kind;
  }

  play(at: Date, now: Date, winLoss: bigint): void {
    const known = this.#days.get(dayOf(at));
    const day = known?.taken || this.#isReceived(at) ? dayOf(now) : dayOf(at);
    const winLossBefore = this.#days.get(day)?.winLoss ?? 0n;
    this.#days.set(day, { winLoss: winLossBefore + winLoss, taken: false });
  }

  receive(now: Date): void {
    const { from, to } = lastClosed(this.#kind, now);
    if (this.#received.has(dayOf(from))) return;
    const days = [...this.#days].filter(([day]) => dayOf(from) <= day && day < dayOf(to));
    const loss = -days.reduce((sum, [, { winLoss }]) => sum + winLoss, 0n);
    if (loss < MIN_LOSS) return;
    const share = (loss * PERCENT) / 100n;
    this.total += share < MOST ? share : MOST;
    this.#received.add(dayOf(from));
    for (const [, day] of days) day.taken = true;
  }

  #isReceived(at: Date): boolean {
    const nextPeriod = new Date(at.getTime() + (this.#kind === 'day' ? 1 : 7) * DAY_MS);
    return this.#received.has(dayOf(lastClosed(this.#kind, nextPeriod).from));
  }
}

type Step =
  | { kind: 'play'; winLoss: Minor; daysAgo: number }
  | { kind: 'receive' }
  | { kind: 'wait'; hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      winLoss: fc.bigInt(-60_000n, 15_000n).map(minor),
      daysAgo: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'receive' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
);

describe.each(['day', 'week'] as const)('refunds by the %s', (kind) => {
  let books: BooksOnly;
  let bonusOpen = false;
  const clock = new TestClock();

  beforeAll(async () => {
    books = await BooksOnly.open(2, ({ refund }) => {
      Object.assign(refund, { period: kind, percent: Number(PERCENT), settleHours: 0 });
      refund.minLoss.BAHT = '20.00';
      refund.upTo.BAHT = '50.00';
    });
  });
  afterAll(() => books.close());

  const serviceOf = (process: BooksProcess) =>
    new RefundService({
      database: process.database,
      ledger: process.ledger,
      content: process.content,
      clock,
      hasOpenBonus: () => Promise.resolve(bonusOpen),
    });
  const play = (member: Member, winLoss: Minor, at: Date, process = books.first) =>
    process.database.transaction((tx) =>
      serviceOf(process).recordPlay(tx, [{ memberId: member.id, winLoss, at }]),
    );
  const ended = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'OK',
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  /** All calls at once, in both processes. */
  const pressTogether = (member: Member, times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, n) =>
        ended(serviceOf(books.processes[n % 2] ?? books.first).receive(member)),
      ),
    );

  it(
    'gives what the rules give, in whatever order things happen and however often one presses',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
          const member = await books.newMember();
          const model = new Model(kind);
          for (const next of steps) {
            if (next.kind === 'wait') clock.forward(next.hours * HOUR_MS);
            if (next.kind === 'receive') {
              await pressTogether(member, 3);
              model.receive(clock.now());
            }
            if (next.kind === 'play') {
              const at = new Date(clock.now().getTime() - next.daysAgo * DAY_MS);
              await play(member, next.winLoss, at);
              model.play(at, clock.now(), next.winLoss);
            }
          }
          expect(await books.available(member)).toBe(model.total);
          const { refunds } = await serviceOf(books.first).list(member, 1, 100);
          expect(refunds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(model.total);
        }),
        { numRuns: 25 },
      );
      expect(await auditLedger(books.first.database)).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'counts each report once while presses and reports cross in two processes',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.bigInt(-40_000n, 20_000n).map(minor), { minLength: 1, maxLength: 12 }),
          async (reports) => {
            const member = await books.newMember();
            const at = new Date(lastClosed(kind, clock.now()).from.getTime() + HOUR_MS);
            await play(member, minor(-30_000n), at);
            await Promise.all([
              ...reports.map((winLoss, n) => play(member, winLoss, at, books.processes[n % 2])),
              pressTogether(member, 6),
            ]);
            const { queries } = books.first.database;
            const refunds = await queries
              .selectFrom('refund')
              .select(['id', 'net_loss', 'amount'])
              .where('member_id', '=', member.id)
              .execute();
            const days = await queries
              .selectFrom('play_day')
              .select(['win_loss', 'refund_id'])
              .where('member_id', '=', member.id)
              .execute();
            expect(refunds.length).toBeLessThanOrEqual(1);
            const sum = (rows: readonly { win_loss: bigint }[]) =>
              rows.reduce((total, { win_loss: winLoss }) => total + winLoss, 0n);
            expect(sum(days)).toBe(reports.reduce((total, winLoss) => total + winLoss, -30_000n));
            for (const { id, net_loss: netLoss, amount } of refunds) {
              expect(-sum(days.filter(({ refund_id: refundId }) => refundId === id))).toBe(netLoss);
              const share = (netLoss * PERCENT) / 100n;
              expect(amount).toBe(share < MOST ? share : MOST);
            }
            expect(await books.available(member)).toBe(refunds[0]?.amount ?? 0n);
          },
        ),
        { numRuns: 15 },
      );
    },
    LONG_MS,
  );

  it('counts a late report of a day that was received on the day it comes in', async () => {
    const member = await books.newMember();
    const at = new Date(lastClosed(kind, clock.now()).from.getTime() + HOUR_MS);
    await play(member, minor(-baht(300)), at);
    expect(await ended(serviceOf(books.first).receive(member))).toBe('OK');
    await play(member, baht(280), at);
    expect(await books.available(member)).toBe(baht(30));
    const today = await books.first.database.queries
      .selectFrom('play_day')
      .select('win_loss')
      .where('member_id', '=', member.id)
      .where('refund_id', 'is', null)
      .execute();
    expect(today).toEqual([{ win_loss: baht(280) }]);
  });

  it('leaves out what was played while a bonus was open', async () => {
    const member = await books.newMember();
    const { from } = lastClosed(kind, clock.now());
    const after = (hours: number) => new Date(from.getTime() + hours * HOUR_MS);
    await books.first.database.queries
      .insertInto('user_bonus')
      .values({
        id: crypto.randomUUID(),
        member_id: member.id,
        source: 'bonus',
        code: 'TEST',
        state: 'cleared',
        terms: {},
        deposit_amount: 0n,
        bonus_amount: 1n,
        credit_id: crypto.randomUUID(),
        own_money: 0n,
        position: 1n,
        turnover_needed: 0n,
        activated_at: after(2),
        expires_at: after(100),
        check_at: after(100),
        ended_at: after(4),
      })
      .execute();
    for (const [hours, lost] of [
      [1, 100],
      [2, 1_000],
      [3, 1_000],
      [4, 10],
    ] as const) {
      await play(member, minor(-baht(lost)), after(hours));
    }
    expect(await serviceOf(books.first).check(member, 'en')).toMatchObject({
      refusal: null,
      amount: baht(11),
    });
  });

  it('waits for the end of a bonus and loses nothing by it', async () => {
    const member = await books.newMember();
    await play(member, minor(-baht(100)), lastClosed(kind, clock.now()).from);
    bonusOpen = true;
    expect(await pressTogether(member, 4)).toEqual(Array.from({ length: 4 }, () => 'BONUS_REMAINING'));
    bonusOpen = false;
    expect((await pressTogether(member, 4)).toSorted()).toEqual([
      'NO_REFUND',
      'NO_REFUND',
      'NO_REFUND',
      'OK',
    ]);
    expect(await books.available(member)).toBe(baht(10));
  });
});
