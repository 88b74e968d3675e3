import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import { BooksOnly } from '../../testing/books-only.ts';
import { claimDueFriends } from './repo.ts';
import { InviteService } from './service.ts';

/** Backlog of friends whose earnings are to be computed. */

const WAITING = 20_000;

let books: BooksOnly;
let service: InviteService;
let inviter: Member;

beforeAll(async () => {
  books = await BooksOnly.open(1, ({ invite }) => {
    invite.minTurnover.BAHT = '10.00';
    Object.assign(invite.play, { percent: 1 });
  });
  const { database, ledger, content } = books.first;
  const common = { ledger, content, clock: systemClock, hasOpenBonus: async () => false };
  service = new InviteService({ database, logger: createLogger('silent'), ...common });
  inviter = await books.newMember();
});
afterAll(() => books.close());

const queries = () => books.first.database.queries;
const earners = async (): Promise<Set<string>> => {
  const rows = await queries().selectFrom('invite_bonus').select('friend_id').execute();
  return new Set(rows.map(({ friend_id: id }) => id));
};

/** Creates a friend who has staked 1,000. */
async function played(): Promise<string> {
  const friend = await books.newMember();
  await books.first.database.transaction(async (tx) => {
    await service.join(tx, friend.id, `PR${inviter.id}`);
    await service.recordPlay(tx, [{ memberId: friend.id, turnover: minor(100_000n) }]);
  });
  return friend.id;
}

it('one who cannot be worked out keeps no other waiting, and is tried again later', async () => {
  const friends = [await played(), await played(), await played()];
  const [, broken = ''] = friends;
  await sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'this friend cannot be worked out'; end $$`.execute(queries());
  await sql`create trigger refuse before insert on invite_bonus for each row
      when (new.friend_id = ${sql.lit(broken)}) execute function refuse()`.execute(queries());
  while (await service.workOutDue());
  expect(await earners()).toEqual(new Set(friends.filter((id) => id !== broken)));
  const waiting = await queries().selectFrom('invite_friend').selectAll().where('due', '=', true).execute();
  expect(waiting.map(({ friend_id: id }) => id)).toEqual([broken]);
  expect(waiting[0]?.due_at.getTime()).toBeGreaterThan(Date.now() + 60_000);

  await sql`drop trigger refuse on invite_bonus`.execute(queries());
  await sql`update invite_friend set due_at = now()`.execute(queries());
  await service.workOutDue();
  expect(await earners()).toEqual(new Set(friends));
});

it('are found by index, however many wait', async () => {
  await sql`insert into member (id, username, name, password_hash, source_code, invite_code, bank_code,
        bank_account_name, bank_account_no, currency, wallet_account)
      select 'f' || n, 'u' || n, 'Name ' || n, 'none', '', '', 'KBANK', 'ACCOUNT ' || n, 'b' || n, 'BAHT', 10000000 + n
        from generate_series(1, ${WAITING}::int) n`.execute(queries());
  await sql`insert into invite_friend (friend_id, inviter_id, due)
      select 'f' || n, ${inviter.id}, true from generate_series(1, ${WAITING}::int) n`.execute(queries());
  await sql`analyze invite_friend`.execute(queries());
  const looked = await books.first.database.transaction(async (tx) => {
    expect(await claimDueFriends(tx, 50)).toHaveLength(50);
    const { rows } = await sql<{ looked: bigint }>`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as looked
        from pg_stat_xact_user_tables where relname = 'invite_friend'`.execute(tx);
    return Number(rows[0]?.looked);
  });
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(500);
});
