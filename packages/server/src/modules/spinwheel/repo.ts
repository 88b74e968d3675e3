import { sql } from 'kysely';
import type { Localized } from '../../content/fields.ts';
import type { Prize } from '../../content/spinwheel-schema.ts';
import type { Queries, Tx } from '../../database/open.ts';
import { newSeed } from './draw.ts';
import type { NetDeposits } from './net-deposits.ts';

/** A member's state at the wheel. */
export interface SpinMember extends NetDeposits {
  /** Number of the last wallet movement that has been counted for coins. */
  counted: bigint;
  /** Seed of the next draw. */
  serverSeed: Buffer;
  nonce: number;
}

/** Time when the seeds of all members were last replaced; undefined if never. */
interface Rotated {
  seedsReplacedAt: Date | undefined;
}

/** A slice as it was at the draw. */
export interface DrawnSlice {
  code: string;
  label: Localized;
  weight: number;
}

export interface StoredDraw {
  id: string;
  nonce: number;
  serverSeed: Buffer;
  clientSeed: string;
  slices: readonly DrawnSlice[];
  /** Index of the winning slice. */
  won: number;
  remainingCoin: number;
  createdAt: Date;
  /** Time when the seeds of all members were last replaced before this draw. */
  seedsReplacedAt?: Date | undefined;
}

export interface StoredCoupon {
  drawId: string;
  label: Localized;
  prize: Prize;
  expiresAt: Date;
}

/** The unclaimed coupons of one prize. */
export interface HeldCoupons {
  code: string;
  label: Localized;
  /** Number of coupons that can still be claimed. */
  amount: number;
  /** Earliest expiry of those; null when all have expired. */
  expiresAt: Date | null;
  /** Number of coupons that expired recently. */
  expiredAmount: number;
  /** Latest expiry of those; null when there are none. */
  expiredAt: Date | null;
  lastDrawId: string;
  /** True when staff hand the prize over. Such a prize cannot be claimed. */
  isHandedOver: boolean;
}

const SPIN_COLUMNS = ['counted', 'net', 'highest', 'server_seed', 'nonce'] as const;
const lastRotation = sql<Date | null>`(select max(at) from spin_rotation)`.as('rotated_at');

/** Reads the member's state at the wheel. A first visit creates a seed. */
export async function spinMember(queries: Queries, memberId: string): Promise<SpinMember & Rotated> {
  const find = async () => {
    const row = await queries
      .selectFrom('spin_member')
      .select(SPIN_COLUMNS)
      .select(lastRotation)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    return row && toSpinMember(row);
  };
  const known = await find();
  if (known) return known;
  await queries
    .insertInto('spin_member')
    .values({ member_id: memberId, server_seed: newSeed() })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();
  return (await find()) ?? Promise.reject(new Error(`member ${memberId} has no place at the wheel`));
}

/** Reads and locks the state until the transaction ends. This serializes a member's spins and counts. */
export async function lockSpinMember(tx: Tx, memberId: string): Promise<SpinMember & Rotated> {
  await spinMember(tx, memberId);
  const row = await tx
    .selectFrom('spin_member')
    .select(SPIN_COLUMNS)
    .select(lastRotation)
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return toSpinMember(row);
}

const toSpinMember = (
  row: NetDeposits & { counted: bigint; server_seed: Buffer; nonce: number; rotated_at: Date | null },
): SpinMember & Rotated => ({
  counted: row.counted,
  net: row.net,
  highest: row.highest,
  serverSeed: row.server_seed,
  nonce: row.nonce,
  seedsReplacedAt: row.rotated_at ?? undefined,
});

export async function findDraw(
  queries: Queries,
  memberId: string,
  id: string,
): Promise<StoredDraw | undefined> {
  const row = await queries
    .selectFrom('spin_draw')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('spin_rotation')
        .select((r) => r.fn.max('at').as('at'))
        .whereRef('at', '<=', 'spin_draw.created_at')
        .as('rotated_at'),
    )
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      nonce: row.nonce,
      serverSeed: Buffer.from(row.server_seed),
      clientSeed: row.client_seed,
      slices: row.slices as unknown as DrawnSlice[],
      won: row.won,
      remainingCoin: row.remaining_coin,
      createdAt: row.created_at,
      seedsReplacedAt: row.rotated_at ?? undefined,
    }
  );
}

/** Stores a draw and replaces the seed that it revealed. */
export async function keepDraw(tx: Tx, memberId: string, draw: StoredDraw): Promise<void> {
  await tx
    .insertInto('spin_draw')
    .values({
      id: draw.id,
      member_id: memberId,
      nonce: draw.nonce,
      server_seed: draw.serverSeed,
      client_seed: draw.clientSeed,
      slices: JSON.stringify(draw.slices),
      won: draw.won,
      remaining_coin: draw.remainingCoin,
      created_at: draw.createdAt,
    })
    .execute();
  await tx
    .updateTable('spin_member')
    .set({ server_seed: newSeed(), nonce: draw.nonce + 1 })
    .where('member_id', '=', memberId)
    .execute();
}

export async function keepCoupon(
  tx: Tx,
  memberId: string,
  code: string,
  { drawId, label, prize, expiresAt }: StoredCoupon,
): Promise<void> {
  await tx
    .insertInto('spin_coupon')
    .values({
      draw_id: drawId,
      member_id: memberId,
      code,
      label: JSON.stringify(label),
      prize: JSON.stringify(prize),
      expires_at: expiresAt,
    })
    .execute();
}

/**
 * Lists the member's coupons: first the claimable ones, earliest expiry first, then those that expired since
 * a moment, so that no coupon disappears unexplained.
 */
export async function heldCoupons(
  queries: Queries,
  memberId: string,
  { now, expiredSince }: { now: Date; expiredSince: Date },
): Promise<HeldCoupons[]> {
  const { rows } = await sql<HeldCoupons>`
    select c.code,
        count(*) filter (where c.expires_at > ${now})::int as amount,
        min(c.expires_at) filter (where c.expires_at > ${now}) as "expiresAt",
        count(*) filter (where c.expires_at <= ${now})::int as "expiredAmount",
        max(c.expires_at) filter (where c.expires_at <= ${now}) as "expiredAt",
        (array_agg(c.label order by d.nonce desc))[1] as label,
        (array_agg(c.draw_id order by d.nonce desc))[1] as "lastDrawId",
        (array_agg(c.prize ->> 'kind' order by c.expires_at))[1] = 'handover' as "isHandedOver"
      from spin_coupon c join spin_draw d on d.id = c.draw_id
      where c.member_id = ${memberId} and c.claim_id is null and c.expires_at > ${expiredSince}
      group by c.code order by "expiresAt" nulls last, "expiredAt" desc, c.code`.execute(queries);
  return rows;
}

/**
 * Finds the coupon of a prize to claim next: the earliest to expire, or an expired one if there is no other.
 */
export async function nextCoupon(
  tx: Tx,
  memberId: string,
  code: string,
  now: Date,
): Promise<StoredCoupon | undefined> {
  const row = await tx
    .selectFrom('spin_coupon')
    .select(['draw_id', 'label', 'prize', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('code', '=', code)
    .where('claim_id', 'is', null)
    .orderBy((eb) => eb('expires_at', '<=', now))
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      drawId: row.draw_id,
      label: row.label as unknown as Localized,
      prize: row.prize as unknown as Prize,
      expiresAt: row.expires_at,
    }
  );
}

/** Returns whether the member has ever won that prize. */
export async function hasWon(queries: Queries, memberId: string, code: string): Promise<boolean> {
  const row = await queries
    .selectFrom('spin_coupon')
    .select('draw_id')
    .where('member_id', '=', memberId)
    .where('code', '=', code)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isClaimed(tx: Tx, claimId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('spin_coupon')
    .select('draw_id')
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markClaimed(tx: Tx, drawId: string, claimId: string, now: Date): Promise<void> {
  await tx
    .updateTable('spin_coupon')
    .set({ claim_id: claimId, claimed_at: now })
    .where('draw_id', '=', drawId)
    .execute();
}
