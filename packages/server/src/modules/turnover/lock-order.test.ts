import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { lastClosed } from '../../kernel/bangkok-time.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import { baht, BooksOnly } from '../../testing/books-only.ts';
import { isOverBefore, untilLockWaits } from '../../testing/lock-waits.ts';
import { InviteService } from '../invite/service.ts';
import { RefundService } from '../refund/service.ts';

/**
 * Withdrawals lock a wallet, then a bonus. Reports lock bonuses, then play rows. So no transaction may hold
 * rows that reports need while it waits for a wallet.
 */

let books: BooksOnly;
let refunds: RefundService;
let invites: InviteService;

beforeAll(async () => {
  books = await BooksOnly.open(1, ({ refund, invite }) => {
    Object.assign(refund, { period: 'day', percent: 10, settleHours: 0 });
    refund.minLoss.BAHT = '20.00';
    invite.minTurnover.BAHT = '10.00';
    invite.play.percent = 1;
  });
  const { database, ledger, content } = books.first;
  const common = { ledger, content, clock: systemClock, hasOpenBonus: async () => false };
  refunds = new RefundService({ database, ...common });
  invites = new InviteService({ database, logger: createLogger('silent'), ...common });
});
afterAll(() => books.close());

/** Makes one call wait for a member's wallet, and returns whether another call completes meanwhile. */
async function endsMeanwhile(
  { walletAccount }: Member,
  wait: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<boolean> {
  const { database, ledger } = books.first;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((isHeld) => {
    holding = database.transaction(async (tx) => {
      await ledger.lock(tx, walletAccount);
      isHeld();
      await released;
    });
  });
  const waiting = wait();
  try {
    await untilLockWaits(database.queries);
    const working = other();
    const isOver = await isOverBefore(database.queries, working, 2);
    release();
    await working;
    return isOver;
  } finally {
    release();
    await Promise.all([holding, waiting]);
  }
}

it('a refund that waits for the wallet keeps no report waiting', async () => {
  const member = await books.newMember();
  const at = lastClosed('day', new Date()).from;
  const lose = () =>
    books.first.database.transaction((tx) =>
      refunds.recordPlay(tx, [{ memberId: member.id, winLoss: baht(-100), at }]),
    );
  await lose();
  expect(await endsMeanwhile(member, () => refunds.receive(member), lose)).toBe(true);
});

it('a collection that waits for the wallet keeps nobody who works out what friends earn waiting', async () => {
  const inviter = await books.newMember();
  const friend = await books.newMember();
  const { database } = books.first;
  await database.transaction((tx) => invites.join(tx, friend.id, `PR${inviter.id}`));
  const playAndWorkOut = async () => {
    await database.transaction((tx) =>
      invites.recordPlay(tx, [{ memberId: friend.id, turnover: baht(100) }]),
    );
    await invites.workOutDue();
  };
  await playAndWorkOut();
  expect(await endsMeanwhile(inviter, () => invites.collect(inviter), playAndWorkOut)).toBe(true);
});
