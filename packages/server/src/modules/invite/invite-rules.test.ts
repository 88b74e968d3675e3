/** @module-tag whole */
import { minor, type Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createLogger } from '../../kernel/logger.ts';
import { baht, BooksOnly } from '../../testing/books-only.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { readHome } from '../wallet/repo.ts';
import { InviteService } from './service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Timeout for many runs on a busy machine. */
const LONG_MS = 90_000;

const COUNT = 2;
const DEPOSIT_PERCENT = 10n;
const DEPOSIT_MIN = baht(100);
const DEPOSIT_MOST = baht(50);
const MIN_TURNOVER = baht(200);
const PLAY_MOST = baht(30);

let books: BooksOnly;
let services: readonly InviteService[];
const clock = new TestClock();

beforeAll(async () => {
  books = await BooksOnly.open(2, ({ invite }) => {
    Object.assign(invite.deposits, { count: COUNT, percent: Number(DEPOSIT_PERCENT) });
    invite.deposits.min.BAHT = '100.00';
    invite.deposits.upTo.BAHT = '50.00';
    invite.play.percent = 0.25;
    invite.play.upTo.BAHT = '30.00';
    invite.minTurnover.BAHT = '200.00';
  });
  services = books.processes.map(
    ({ database, ledger, content }) =>
      new InviteService({
        database,
        ledger,
        content,
        clock,
        logger: createLogger('silent'),
        hasOpenBonus: () => Promise.resolve(false),
      }),
  );
});
afterAll(() => books.close());

const serviceOf = (n: number): InviteService => {
  const service = services[n % services.length];
  if (!service) throw new Error('there is no process');
  return service;
};

/** Returns the collectable amount on the inviter's home page. */
async function collectableOf({ id }: Member): Promise<Minor> {
  const { database, content } = books.first;
  const loaded = await content.get();
  const { invites } = await readHome(database, id, {
    now: new Date(),
    inviteSince: serviceOf(0).periodStart(loaded),
    checkMinutes: 60,
  });
  return serviceOf(0).figures(invites, loaded).collectable;
}

/** Creates a member who registered by an inviter's link. */
async function friendOf(inviter: Member, given: Parameters<BooksOnly['newMember']>[0] = {}): Promise<Member> {
  const friend = await books.newMember(given);
  await books.first.database.transaction((tx) => serviceOf(0).join(tx, friend.id, `PR${inviter.id}`));
  return friend;
}

const play = (member: Member, turnover: Minor, n = 0) =>
  (books.processes[n % 2] ?? books.first).database.transaction((tx) =>
    serviceOf(n).recordPlay(tx, [{ memberId: member.id, turnover }]),
  );

/** Runs the workers of both processes concurrently. */
async function workOutAll(): Promise<void> {
  const work = async (service: InviteService) => {
    while (await service.workOutDue());
  };
  await Promise.all(services.map(work));
}

async function collect(member: Member, n = 0): Promise<string> {
  try {
    await serviceOf(n).collect(member);
    return 'OK';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const earnedBy = async (member: Member): Promise<bigint> =>
  (await serviceOf(0).list(member, 1, 100)).earnings.reduce((sum, { amount }) => sum + amount, 0n);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Computes a friend's earnings from the rules alone. */
function worthOf(deposits: readonly bigint[], turnover: bigint): bigint {
  if (turnover < MIN_TURNOVER) return 0n;
  const counted = deposits.filter((amount) => amount >= DEPOSIT_MIN).slice(0, COUNT);
  const byDeposits = counted.reduce(
    (sum, amount) => sum + least((amount * DEPOSIT_PERCENT) / 100n, DEPOSIT_MOST),
    0n,
  );
  return byDeposits + least((turnover * 25n) / 10_000n, PLAY_MOST);
}

type Step =
  | { kind: 'deposit' | 'play'; friend: number; amount: Minor }
  | { kind: 'work' | 'collect' | 'next day' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('deposit' as const, 'play' as const),
    friend: fc.nat(2),
    amount: fc.bigInt(1n, 90_000n).map(minor),
  }),
  fc.record({ kind: fc.constantFrom('work' as const, 'collect' as const, 'next day' as const) }),
);

describe('what friends earn', () => {
  it(
    'is what the rules give, in whatever order things happen and however often one presses',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
          const inviter = await books.newMember();
          const friends = [await friendOf(inviter), await friendOf(inviter), await friendOf(inviter)];
          const deposits: bigint[][] = friends.map(() => []);
          const turnovers = friends.map(() => 0n);
          let collections = 0;
          let days = 1;
          for (const [n, next] of steps.entries()) {
            if (next.kind === 'work') await workOutAll();
            if (next.kind === 'next day') {
              clock.forward(DAY_MS);
              days += 1;
            }
            if (next.kind === 'collect') {
              const ends = await Promise.all([0, 1, 2, 3].map((press) => collect(inviter, press)));
              const done = ends.filter((end) => end === 'OK').length;
              expect(done).toBeLessThanOrEqual(1);
              collections += done;
            }
            if (next.kind === 'deposit' || next.kind === 'play') {
              const friend = friends[next.friend];
              if (!friend) throw new Error('no such friend');
              if (next.kind === 'deposit') {
                await books.deposit(friend, next.amount);
                deposits[next.friend]?.push(next.amount);
              } else {
                // The report arrives while the workers and a collection run.
                const beside = [workOutAll(), collect(inviter, n)] as const;
                const [, , end] = await Promise.all([play(friend, next.amount, n), ...beside]);
                if (end === 'OK') collections += 1;
                turnovers[next.friend] = (turnovers[next.friend] ?? 0n) + next.amount;
              }
            }
          }
          // A deposit earns only once play follows it.
          for (const [index, friend] of friends.entries()) {
            await play(friend, minor(1n));
            turnovers[index] = (turnovers[index] ?? 0n) + 1n;
          }
          await workOutAll();
          const worth = friends.reduce(
            (sum, _, index) => sum + worthOf(deposits[index] ?? [], turnovers[index] ?? 0n),
            0n,
          );
          expect(await earnedBy(inviter)).toBe(worth);
          expect(collections).toBeLessThanOrEqual(days);

          clock.forward(DAY_MS);
          const collectable = await collectableOf(inviter);
          const before = await books.available(inviter);
          expect(before + collectable).toBe(worth);
          expect(await collect(inviter)).toMatch(collectable > 0n ? /^OK$/ : /^NO_INVITE/);
          expect(await books.available(inviter)).toBe(worth);
        }),
        { numRuns: 25 },
      );
      expect(await auditLedger(books.first.database)).toEqual([]);
    },
    LONG_MS,
  );

  it('grows one line a day until it is collected, and another after that', async () => {
    const inviter = await books.newMember();
    const friend = await friendOf(inviter);
    const lines = async () =>
      (await serviceOf(0).list(inviter, 1, 10)).earnings.map(({ amount }) => amount).reverse();
    for (const amount of [baht(400), baht(400)]) {
      await play(friend, amount);
      await workOutAll();
    }
    expect(await lines()).toEqual([baht(2)]);
    expect(await collect(inviter)).toBe('OK');
    await play(friend, baht(400));
    await workOutAll();
    expect(await lines()).toEqual([baht(2), baht(1)]);
    clock.forward(DAY_MS);
    await play(friend, baht(400));
    await workOutAll();
    expect(await lines()).toEqual([baht(2), baht(1), baht(1)]);
  });
});

describe('somebody who would be paid twice', () => {
  const played = async (...friends: readonly Member[]) => {
    for (const friend of friends) {
      await books.deposit(friend, baht(500));
      await play(friend, baht(200));
    }
    await workOutAll();
  };
  const WORTH = baht(50.5);

  it('earns the inviter for a friend, so that the following tests can fail', async () => {
    const inviter = await books.newMember();
    await played(await friendOf(inviter));
    expect(await earnedBy(inviter)).toBe(WORTH);
  });

  it.each([
    ['the account’s name', { accountName: 'SOMCHAI JAIDEE' }, { accountName: 'MR. SOMCHAI JAIDEE' }],
    ['the member’s name', { name: 'นาย สมชาย ใจดี' }, { name: 'สมชาย ใจดี' }],
  ])('is told by %s', async (_what, first, second) => {
    const inviter = await books.newMember(first);
    await played(await friendOf(inviter, second));
    expect(await earnedBy(inviter)).toBe(0n);
  });

  it('is told by the account’s number at another bank', async () => {
    const inviter = await books.newMember();
    const friend = await friendOf(inviter);
    await books.first.database.queries
      .updateTable('member')
      .set({ bank_code: 'SCB', bank_account_no: inviter.bankAccountNo })
      .where('id', '=', friend.id)
      .execute();
    await played(friend);
    expect(await earnedBy(inviter)).toBe(0n);
  });

  it('is found at the end of a chain that leads back to them, however long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (length) => {
        const self = { accountName: `SELF ${crypto.randomUUID()}` };
        let last = await books.newMember(self);
        const chain = [last];
        for (let n = 0; n < length; n += 1) {
          last = await friendOf(last);
          chain.push(last);
        }
        const again = await friendOf(last, self);
        await played(...chain.slice(1), again);
        expect(await earnedBy(last)).toBe(0n);
        for (const member of chain.slice(0, -1)) expect(await earnedBy(member)).toBe(WORTH);
      }),
      { numRuns: 6 },
    );
  });

  it('counts as one friend, the first', async () => {
    const inviter = await books.newMember();
    const names = { accountName: `TWIN ${crypto.randomUUID()}` };
    const [first, second] = [await friendOf(inviter, names), await friendOf(inviter, names)];
    await played(second);
    expect(await earnedBy(inviter)).toBe(0n);
    await played(first);
    expect(await earnedBy(inviter)).toBe(WORTH);
  });

  it('cannot invite themselves, nor be invited twice', async () => {
    const member = await books.newMember();
    const join = (inviter: Member) =>
      books.first.database.transaction((tx) => serviceOf(0).join(tx, member.id, `PR${inviter.id}`));
    await expect(join(member)).rejects.toThrow(/check constraint/);
    await join(await books.newMember());
    await expect(join(await books.newMember())).rejects.toThrow(/invite_friend_pkey/);
  });

  it('earns nothing in another currency', async () => {
    const inviter = await books.newMember();
    const friend = await friendOf(inviter, { currency: 'LAK' });
    await books.deposit(friend, baht(100_000));
    await play(friend, baht(1_000_000));
    await workOutAll();
    expect(await earnedBy(inviter)).toBe(0n);
  });
});
