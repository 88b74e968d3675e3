import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import { pendingWithdrawalsFrom, withdrawals } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';

/** Numbers of a wallet's pending payouts. */
export interface PendingPayouts {
  /** Handed to the bank, which cannot recall them. */
  atBank: number;
  /** Not decided yet. */
  held: number;
}

export async function countPendingPayouts(queries: Queries, wallet: AccountId): Promise<PendingPayouts> {
  const { rows } = await sql<PendingPayouts>`
    select count(*) filter (where d.decision = 'hand_over')::int as "atBank",
        count(*) filter (where d.decision is null)::int as held
      from ${pendingWithdrawalsFrom(wallet)} t left join payout_decision d on d.transfer_id = t.id`.execute(
    queries,
  );
  return rows[0] ?? { atBank: 0, held: 0 };
}

/**
 * Cancels a payout for staff, who refuse it.
 * @returns false when there is a decision already: the bank may have it, or its member cancelled it
 */
export async function cancelUndecided(tx: Tx, transferId: string): Promise<boolean> {
  const added = await tx
    .insertInto('payout_decision')
    .values({ transfer_id: transferId, decision: 'cancel', orders: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('transfer_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Payouts that went to the bank, with the time; `refusal` is its answer where it did not take the only order. */
export const payoutsSent = sql`(
  select w.*, d.decided_at as sent_at, d.refusal from ${withdrawals} w
    join payout_decision d on d.transfer_id = w.id and d.decision = 'hand_over')`;

/** Decision about a payout, if there is one: a subquery. */
export const payoutDecision = (transferId: RawBuilder<unknown>) =>
  sql<string | null>`(select decision from payout_decision where transfer_id = ${transferId})`;
