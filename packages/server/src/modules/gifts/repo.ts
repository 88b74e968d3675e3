import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { Room } from '../../kernel/lane-worker.ts';
import { throwRefusal } from '../../database/refused-by-rule.ts';
import { holdsBackMember } from '../controls/service.ts';

/** A gift link that a member submitted. */
export interface ClaimedGift {
  id: string;
  memberId: string;
  codeHash: Uint8Array;
  sealedCode: Uint8Array;
  walletName: string;
  attempts: number;
  createdAt: Date;
  /** Staff have stopped deposit orders, or the member is frozen: the link is not redeemed now. */
  isHeldBack: boolean;
}

/** Open states. A link under manual review still gets status checks and may still be credited. */
const OPEN = ['redeeming', 'manual_review'] as const;

interface DueRow {
  id: string;
  member_id: string;
  code_hash: Uint8Array;
  sealed_code: Uint8Array;
  wallet_name: string;
  attempts: number;
  created_at: Date;
  is_held_back: boolean;
}

/**
 * Claims a link for a member; the first claim stands.
 * @param leaseMs lease of the redemption by this process; longer than its calls take
 * @returns the claim that stands, and whether it is this one
 * @throws AppError DEPOSITS_STOPPED when staff have stopped orders; INACTIVE_USER when the member is frozen
 */
export async function claimGift(
  queries: Queries,
  gift: Pick<ClaimedGift, 'id' | 'memberId' | 'codeHash' | 'sealedCode' | 'walletName'>,
  leaseMs: number,
): Promise<{ id: string; memberId: string; isOurs: boolean }> {
  const inserted = await queries
    .insertInto('gift_link')
    .values({
      id: gift.id,
      member_id: gift.memberId,
      code_hash: Buffer.from(gift.codeHash),
      sealed_code: Buffer.from(gift.sealedCode),
      wallet_name: gift.walletName,
      state: 'redeeming',
      next_at: sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`,
    })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch(throwRefusal);
  if (inserted) return { id: gift.id, memberId: gift.memberId, isOurs: true };
  const standing = await queries
    .selectFrom('gift_link')
    .select(['id', 'member_id'])
    .where('code_hash', '=', Buffer.from(gift.codeHash))
    .executeTakeFirstOrThrow();
  return { id: standing.id, memberId: standing.member_id, isOurs: false };
}

/** Returns the wallets with due links. */
export async function listDueLanes(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ wallet_name: string }>`
    select distinct wallet_name from gift_link where state in ('redeeming', 'manual_review') and next_at <= now()`.execute(
    queries,
  );
  return rows.map((row) => row.wallet_name);
}

/** Claims links with an unfinished redemption, so no other process takes them meanwhile. */
export async function claimDueGifts(
  queries: Queries,
  rooms: readonly Room[],
  leaseMs: number,
): Promise<ClaimedGift[]> {
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select d.code_hash
        from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
          ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
        cross join lateral (
          select g.code_hash from gift_link g
            where g.state in ('redeeming', 'manual_review') and g.wallet_name = r.lane and g.next_at <= now()
            order by g.next_at limit r.room for update of g skip locked
        ) d
    )
    update gift_link g set attempts = g.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
      from due where g.code_hash = due.code_hash
      returning g.id, g.member_id, g.code_hash, g.sealed_code, g.wallet_name, g.attempts, g.created_at,
        ${holdsBackMember('deposits', sql`g.member_id`)} as is_held_back`.execute(queries);
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    codeHash: row.code_hash,
    sealedCode: row.sealed_code,
    walletName: row.wallet_name,
    attempts: row.attempts,
    createdAt: row.created_at,
    isHeldBack: row.is_held_back,
  }));
}

/** Puts a link under manual review and schedules a status check. @returns whether the review is new */
export async function putUnderReview(
  queries: Queries,
  id: string,
  reason: string,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ was: string }>`
    update gift_link g set state = 'manual_review', reason = ${reason}, next_at = now() + ${seconds} * interval '1 second'
      from gift_link o where o.id = ${id} and g.code_hash = o.code_hash and g.state in ('redeeming', 'manual_review')
      returning o.state as was`.execute(queries);
  return rows[0]?.was === 'redeeming';
}

/** Closes a link and erases its code, since the code could redeem money that remains in the voucher. */
export async function closeGift(
  queries: Queries,
  id: string,
  state: 'credited' | 'refused',
  reason: string,
): Promise<void> {
  await queries
    .updateTable('gift_link')
    .set({ state, reason, sealed_code: Buffer.alloc(0) })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
}

/**
 * Claims a ticket for a link. A ticket belongs to one link, even if the same voucher has several spellings.
 * @param ticket the wallet that holds it, and the voucher
 * @returns false when another link has it
 */
export async function claimTicket(queries: Queries, id: string, ticket: string): Promise<boolean> {
  await queries
    .insertInto('gift_ticket')
    .values({ ticket, gift_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await queries
    .selectFrom('gift_ticket')
    .select('gift_id')
    .where('ticket', '=', ticket)
    .executeTakeFirst();
  return row?.gift_id === id;
}

export async function postponeGift(queries: Queries, id: string, seconds: number): Promise<void> {
  await queries
    .updateTable('gift_link')
    .set({ next_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .execute();
}
