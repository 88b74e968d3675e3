import type { LimitKind, LimitPeriod } from '@krapao/contract/protection';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import { memberMarks } from '../account/queries.ts';
import { hasLimits } from './queries.ts';

/** What a member has set, as stored. */
export interface StoredProtection {
  heldAccount: AccountId;
  /** When the break began; null, too, for one from before this was kept. */
  breakAt: Date | null;
  breakUntil: Date | null;
  excludedAt: Date | null;
  exclusionUntil: Date | null;
  exclusionEndsAt: Date | null;
  realityMinutes: number | null;
}

/** A limit, in minor units. */
export interface StoredLimit {
  kind: LimitKind;
  period: LimitPeriod;
  amount: bigint;
  /** Since when it holds; null where that was not kept. */
  setAt: Date | null;
  /** The higher amount asked for; null, while `pendingFrom` is set, for no limit. */
  pendingAmount: bigint | null;
  pendingFrom: Date | null;
}

export type LimitName = Pick<StoredLimit, 'kind' | 'period'>;

/** Kinds of rows in `protection_change`. */
export type Change =
  | 'limit'
  | 'ask'
  | 'confirm'
  | 'break'
  | 'exclusion'
  | 'exclusion_end'
  | 'review'
  | 'reality_check';

export async function findProtection(
  queries: Queries,
  memberId: string,
): Promise<StoredProtection | undefined> {
  const row = await queries
    .selectFrom('protection')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return (
    row && {
      heldAccount: row.held_account as AccountId,
      breakAt: row.break_at,
      breakUntil: row.break_until,
      excludedAt: row.excluded_at,
      exclusionUntil: row.exclusion_until,
      exclusionEndsAt: row.exclusion_ends_at,
      realityMinutes: row.reality_minutes,
    }
  );
}

/** Adds the member's row. The wallet is locked, so that nobody else adds it at the same time. */
export async function addProtection(
  tx: Tx,
  row: { memberId: string; walletAccount: AccountId; heldAccount: AccountId },
): Promise<void> {
  await tx
    .insertInto('protection')
    .values({ member_id: row.memberId, wallet_account: row.walletAccount, held_account: row.heldAccount })
    .execute();
}

/** Returns whether a member has a limit. */
export async function hasAnyLimit(queries: Queries, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasLimits(sql.val(memberId))} as has`.execute(
    queries,
  );
  return rows[0]?.has ?? false;
}

/** Lists a member's limits, with what the current period leaves of each, in minor units; below zero as it is. */
export async function listLimits(
  queries: Queries,
  { memberId, walletAccount, now }: { memberId: string; walletAccount: AccountId; now: Date },
): Promise<(StoredLimit & { left: bigint })[]> {
  const { rows } = await sql<StoredLimit & { left: bigint }>`
    select kind, period, amount, set_at as "setAt", pending_amount as "pendingAmount", pending_from as "pendingFrom",
        amount - protection_used(l, ${walletAccount}, ${now}) as left
      from protection_limit l where member_id = ${memberId}
      order by kind, array_position(array['day', 'week', 'month'], period)`.execute(queries);
  return rows;
}

/** Returns what a member's deposit limits leave, in minor units; null without a limit. */
export async function readRoom(
  queries: Queries,
  { memberId, walletAccount, now }: { memberId: string; walletAccount: AccountId; now: Date },
): Promise<bigint | null> {
  const { rows } = await sql<{ room: bigint | null }>`
    select protection_left(${memberId}, ${walletAccount}, 'deposit', ${now}) as room`.execute(queries);
  return rows[0]?.room ?? null;
}

export async function findLimit(
  tx: Tx,
  memberId: string,
  { kind, period }: LimitName,
): Promise<StoredLimit | undefined> {
  const row = await tx
    .selectFrom('protection_limit')
    .select(['amount', 'set_at', 'pending_amount', 'pending_from'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst();
  return (
    row && {
      kind,
      period,
      amount: row.amount,
      setAt: row.set_at,
      pendingAmount: row.pending_amount,
      pendingFrom: row.pending_from,
    }
  );
}

export async function saveLimit(tx: Tx, memberId: string, limit: StoredLimit): Promise<void> {
  const values = {
    amount: limit.amount,
    set_at: limit.setAt,
    pending_amount: limit.pendingAmount,
    pending_from: limit.pendingFrom,
  };
  await tx
    .insertInto('protection_limit')
    .values({ member_id: memberId, kind: limit.kind, period: limit.period, ...values })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'period']).doUpdateSet(values))
    .execute();
}

export async function removeLimit(tx: Tx, memberId: string, { kind, period }: LimitName): Promise<void> {
  await tx
    .deleteFrom('protection_limit')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .execute();
}

/** Changes columns of the member's row. */
export async function saveProtection(
  tx: Tx,
  memberId: string,
  changes: Partial<Omit<StoredProtection, 'heldAccount'>>,
): Promise<void> {
  const { breakAt, breakUntil, excludedAt, exclusionUntil, exclusionEndsAt, realityMinutes } = changes;
  await tx
    .updateTable('protection')
    .set({
      ...(breakAt !== undefined && { break_at: breakAt }),
      ...(breakUntil !== undefined && { break_until: breakUntil }),
      ...(excludedAt !== undefined && { excluded_at: excludedAt }),
      ...(exclusionUntil !== undefined && { exclusion_until: exclusionUntil }),
      ...(exclusionEndsAt !== undefined && { exclusion_ends_at: exclusionEndsAt }),
      ...(realityMinutes !== undefined && { reality_minutes: realityMinutes }),
    })
    .where('member_id', '=', memberId)
    .execute();
}

/** Records a change, in its transaction. @param by a staff member's name; empty for the member, as is the reason */
export async function recordChange(
  tx: Tx,
  change: { memberId: string; at: Date; by: string; reason: string; what: Change; detail: object },
): Promise<void> {
  await tx
    .insertInto('protection_change')
    .values({
      member_id: change.memberId,
      made_at: change.at,
      made_by: change.by,
      reason: change.reason,
      what: change.what,
      detail: JSON.stringify(change.detail),
    })
    .execute();
}

/** Keeps by what the member is known, so that no second account is opened with it. Marks are only added. */
export async function keepMarks(tx: Tx, memberId: string): Promise<void> {
  await sql`
    insert into exclusion_mark (member_id, kind, value)
      select ${memberId}, mark.kind, mark.value
        from ${memberMarks(memberId)} m
        cross join lateral (values
          ('phone', m.username),
          ('bank', case when m.bank_account_no <> '' then m.bank_code || ' ' || m.bank_account_no else '' end),
          ('name', person_key(m.name)),
          ('name', person_key(m.bank_account_name))) mark (kind, value)
        where mark.value <> ''
      on conflict do nothing`.execute(tx);
}
