import type { Currency, Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { Period } from '../../kernel/bangkok-time.ts';
import { depositsTo } from '../../ledger/queries.ts';
import { memberNames, membersAlike, memberWallets, walletOf } from '../account/queries.ts';
import type { Played as ReportedPlay } from '../turnover/service.ts';

/** A provider's report of one round, as far as invites need it. */
export type Played = Pick<ReportedPlay, 'memberId' | 'turnover'>;

/** A friend whose earnings are to be computed. */
export interface DueFriend {
  friendId: string;
  inviterId: string;
  /** Total stakes since the friend joined. */
  turnover: Minor;
  currency: Currency;
  inviterCurrency: Currency;
}

export interface Deposit {
  id: string;
  amount: Minor;
}

export interface Earning {
  id: string;
  inviterId: string;
  friendId: string;
  day: string;
  amount: Minor;
}

export interface EarningRow {
  id: string;
  friendName: string;
  amount: Minor;
  createdAt: Date;
}

/** Numbers of a member's friends. */
export interface Friends {
  count: number;
  /** Number of friends who have reached the minimum turnover. */
  played: number;
}

export async function addFriend(tx: Tx, friendId: string, inviterId: string): Promise<void> {
  await tx.insertInto('invite_friend').values({ friend_id: friendId, inviter_id: inviterId }).execute();
}

/** Adds to friends' turnover. Waits for a running computation of their earnings, so no play is missed. */
export async function addPlay(tx: Tx, played: readonly Played[]): Promise<void> {
  const column = <V>(pick: (entry: Played) => V) => sql.val(played.map(pick));
  await sql`
    with entry as (
      select member_id, sum(turnover) as turnover from unnest(
          ${column(({ memberId }) => memberId)}::text[],
          ${column(({ turnover }) => String(turnover))}::bigint[]) e (member_id, turnover)
        group by member_id
    ), friend as (
      select friend_id from invite_friend where friend_id in (select member_id from entry)
        order by friend_id for update
    )
    update invite_friend f set turnover = f.turnover + e.turnover, due = true,
        due_at = case when f.due then f.due_at else now() end
      from entry e join friend on friend.friend_id = e.member_id
      where f.friend_id = e.member_id`.execute(tx);
}

/**
 * Claims friends with new play, longest waiting first. No other process computes their earnings before the
 * transaction ends.
 */
export function claimDueFriends(tx: Tx, limit: number): Promise<DueFriend[]> {
  const waiting = sql`due and due_at <= now() order by due_at limit ${limit} for update skip locked`;
  return claimFriends(tx, waiting);
}

/** Claims one friend; undefined when another process has claimed or computed them. */
export async function claimDueFriend(tx: Tx, friendId: string): Promise<DueFriend | undefined> {
  return (await claimFriends(tx, sql`due and friend_id = ${friendId} for update skip locked`))[0];
}

/** Locks the friends' uncollected earnings against collections, in the order in which those lock them. */
export async function lockEarnings(tx: Tx, friendIds: readonly string[]): Promise<void> {
  await sql`
    select from invite_bonus where friend_id = any (${sql.val(friendIds)}::text[]) and collection_id is null
      order by id for update`.execute(tx);
}

/** Postpones a friend whose earnings cannot be computed, so other friends do not wait. */
export async function postponeFriend(queries: Queries, friendId: string, ms: number): Promise<void> {
  await sql`update invite_friend set due_at = now() + ${ms} * interval '1 millisecond'
    where friend_id = ${friendId} and due`.execute(queries);
}

/**
 * Returns whether a friend is a second account of a known person: of an inviter above them in the chain, or
 * of an earlier friend of the same inviter. Phones and bank accounts are unique. So a second account is
 * recognized by the bank account's name, its number at another bank, or, up the chain, the member's name.
 */
export async function isKnownPerson(tx: Tx, friendId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with recursive above as (
      select inviter_id as id from invite_friend where friend_id = ${friendId}
      union
      select f.inviter_id from invite_friend f join above a on f.friend_id = a.id
    ), own as materialized (
      select friend_id, inviter_id, joined_at from invite_friend where friend_id = ${friendId}
    )
    select exists (
        select from ${membersAlike(friendId)} alike
          where id in (select id from above)
            or by_account and exists (
              select from invite_friend earlier, own
                where earlier.friend_id = alike.id and earlier.inviter_id = own.inviter_id
                  and (earlier.joined_at, earlier.friend_id) < (own.joined_at, own.friend_id))
      ) as known`.execute(tx);
  return rows[0]?.known === true;
}

/** Returns a member's first deposits of at least a minimum amount. */
export async function listFirstDeposits(
  tx: Tx,
  memberId: string,
  count: number,
  min: Minor,
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`
    select d.id, d.amount from ${depositsTo(walletOf(memberId))} d
      where d.amount >= ${min} order by d.credit_no limit ${count}`.execute(tx);
  return rows;
}

/** Stores the earning of a deposit; a deposit earns only once. */
export async function addDepositEarning(tx: Tx, earning: Earning & { depositId: string }): Promise<void> {
  const { id, inviterId, friendId, depositId, day, amount } = earning;
  await tx
    .insertInto('invite_bonus')
    .values({
      id,
      inviter_id: inviterId,
      friend_id: friendId,
      source: 'deposit',
      deposit_id: depositId,
      day,
      amount,
    })
    .onConflict((conflict) => conflict.column('deposit_id').doNothing())
    .execute();
}

/** Returns the total earned by a friend's play so far. */
export async function sumPlayEarnings(tx: Tx, friendId: string): Promise<Minor> {
  const { rows } = await sql<{ amount: Minor }>`
    select coalesce(sum(amount), 0)::bigint as amount from invite_bonus
      where friend_id = ${friendId} and source = 'play'`.execute(tx);
  return rows[0]?.amount ?? (0n as Minor);
}

export async function addPlayEarning(
  tx: Tx,
  { id, inviterId, friendId, day, amount }: Earning,
): Promise<void> {
  await sql`
    insert into invite_bonus as b (id, inviter_id, friend_id, source, day, amount)
      values (${id}, ${inviterId}, ${friendId}, 'play', ${day}, ${amount})
      on conflict (friend_id, day) where source = 'play' and collection_id is null
        do update set amount = b.amount + excluded.amount`.execute(tx);
}

export async function isCollected(queries: Queries, memberId: string, period: Period): Promise<boolean> {
  const row = await queries
    .selectFrom('invite_collection')
    .select('id')
    .where('member_id', '=', memberId)
    .where('period_from', '=', period.from)
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts all uncollected earnings into one collection. @returns its amount; zero without earnings */
export async function collectEarnings(tx: Tx, id: string, memberId: string, period: Period): Promise<Minor> {
  const { rows } = await sql<{ id: string; amount: Minor }>`
    select id, amount from invite_bonus where inviter_id = ${memberId} and collection_id is null
      order by id for update`.execute(tx);
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n) as Minor;
  if (amount === 0n) return amount;
  await tx
    .insertInto('invite_collection')
    .values({ id, member_id: memberId, period_from: period.from, amount })
    .execute();
  const ids = sql.val(rows.map((row) => row.id));
  await sql`update invite_bonus set collection_id = ${id} where id = any (${ids}::uuid[])`.execute(tx);
  return amount;
}

export async function countFriends(queries: Queries, memberId: string, minTurnover: Minor): Promise<Friends> {
  const { rows } = await sql<{ count: bigint; played: bigint }>`
    select count(*) as count, count(*) filter (where turnover >= ${minTurnover}) as played
      from invite_friend where inviter_id = ${memberId}`.execute(queries);
  return { count: Number(rows[0]?.count ?? 0), played: Number(rows[0]?.played ?? 0) };
}

export async function listEarnings(
  queries: Queries,
  memberId: string,
  page: number,
  limit: number,
): Promise<{ total: number; earnings: EarningRow[] }> {
  const own = queries.selectFrom('invite_bonus as b').where('b.inviter_id', '=', memberId);
  const [{ total }, rows] = await Promise.all([
    own.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow(),
    own
      .innerJoin(memberNames.as('friend'), 'friend.id', 'b.friend_id')
      .select(['b.id', 'b.amount', 'b.created_at', 'friend.name'])
      .orderBy('b.created_at', 'desc')
      .orderBy('b.id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
  ]);
  const earnings = rows.map((row) => ({
    id: row.id,
    friendName: row.name,
    amount: row.amount as Minor,
    createdAt: row.created_at,
  }));
  return { total: Number(total), earnings };
}

async function claimFriends(tx: Tx, which: RawBuilder<unknown>): Promise<DueFriend[]> {
  const { rows } = await sql<DueFriend>`
    with taken as (select friend_id from invite_friend where ${which})
    update invite_friend f set due = false
      from taken, ${memberWallets} friend, ${memberWallets} inviter
      where f.friend_id = taken.friend_id and friend.id = f.friend_id and inviter.id = f.inviter_id
      returning f.friend_id as "friendId", f.inviter_id as "inviterId", f.turnover,
        friend.currency, inviter.currency as "inviterCurrency"`.execute(tx);
  return rows;
}
