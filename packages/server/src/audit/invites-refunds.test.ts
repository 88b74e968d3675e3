import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
import { lastClosed } from '../kernel/bangkok-time.ts';
import { createLogger } from '../kernel/logger.ts';
import { InviteService } from '../modules/invite/service.ts';
import { RefundService } from '../modules/refund/service.ts';
import { baht, BooksOnly } from '../testing/books-only.ts';
import { TestClock } from '../testing/test-clock.ts';
import { inviteAndRefundChecks } from './invites-refunds.ts';

describe('the audit of invites and refunds', () => {
  let books: BooksOnly;
  let member: Member;

  const run = (statement: string) => sql.raw(statement).execute(books.first.database.queries);
  const findings = async () => {
    const found = [];
    for (const check of inviteAndRefundChecks(books.first.database)) found.push(...(await check.run()));
    return found;
  };

  beforeAll(async () => {
    books = await BooksOnly.open(1, ({ refund }) => Object.assign(refund, { settleHours: 0 }));
    // Tampers past all guards, like a person with the database's password.
    await run('alter table ledger_transfer disable trigger all');
  });
  afterAll(() => books.close());

  /** A member who received a refund and collected an invite bonus. */
  beforeEach(async () => {
    const { database, ledger, content } = books.first;
    await run('truncate refund, play_day, invite_bonus, invite_collection, invite_friend, turnover_entry');
    await run(`delete from ledger_transfer where kind = 'bonus'`);
    const clock = new TestClock();
    const common = { ledger, content, clock, hasOpenBonus: () => Promise.resolve(false) };
    const refunds = new RefundService({ database, ...common });
    const logger = createLogger('silent');
    const invites = new InviteService({ database, logger, ...common });
    member = await books.newMember();
    const friend = await books.newMember();
    const at = lastClosed('day', clock.now()).from;
    const played = { turnover: baht(500), winLoss: minor(-baht(300)), at };
    await books.deposit(friend, baht(500));
    await database.transaction(async (tx) => {
      await invites.join(tx, friend.id, `PR${member.id}`);
      for (const { id } of [member, friend]) {
        await tx
          .insertInto('turnover_entry')
          .values({
            provider: 'PG',
            reference: id,
            member_id: id,
            category: 'slot',
            game: 'a game',
            turnover: played.turnover,
            win_loss: played.winLoss,
            at,
          })
          .execute();
        await refunds.recordPlay(tx, [{ memberId: id, ...played }]);
        await invites.recordPlay(tx, [{ memberId: id, ...played }]);
      }
    });
    await refunds.receive(member);
    await invites.workOutDue();
    expect(await invites.collect(member)).toBe(baht(51));
  });

  it('finds nothing where all is as it should be', async () => {
    expect(await findings()).toEqual([]);
  });

  it.each([
    [
      'a refund that was not credited',
      'refunds',
      `delete from ledger_transfer where detail ->> 'link' = 'refund'`,
    ],
    ['a refund that nobody received', 'refunds', 'delete from refund'],
    ['a refund of another amount', 'refunds', 'update refund set amount = amount + 1'],
    [
      'a refund that was voided',
      'refunds',
      `update ledger_transfer set state = 'voided' where detail ->> 'link' = 'refund'`,
    ],
    ['a refund for losses that were none', 'refunds', 'update play_day set win_loss = win_loss + 1'],
    [
      'a collection that was not credited',
      'invites',
      `delete from ledger_transfer where detail ->> 'link' = 'invite'`,
    ],
    [
      'a collection that nobody made',
      'invites',
      'update invite_bonus set collection_id = null; delete from invite_collection',
    ],
    [
      'a collection of more than was earned',
      'invites',
      `update invite_bonus set amount = amount - 1 where source = 'deposit'`,
    ],
    [
      'a deposit that is not there',
      'invites',
      `update invite_bonus set deposit_id = gen_random_uuid() where source = 'deposit'`,
    ],
    ['earnings of no friend', 'friends', 'delete from invite_friend'],
    ['more stakes than were reported', 'friends', 'update invite_friend set turnover = turnover + 1'],
  ])('finds %s', async (_what, check, statements) => {
    for (const statement of statements.split('; ')) await run(statement);
    const found = await findings();
    expect(found).not.toEqual([]);
    for (const finding of found) expect(finding).toMatchObject({ severity: 'wrong', check });
  });

  it('finds a credit that went to somebody else', async () => {
    const stranger = await books.newMember();
    await run(
      `update ledger_transfer set credit_account = ${stranger.walletAccount}, credit_no = 1 where kind = 'bonus' and detail ->> 'link' = 'refund'`,
    );
    expect((await findings()).map(({ check }) => check)).toEqual(['refunds']);
  });
});
