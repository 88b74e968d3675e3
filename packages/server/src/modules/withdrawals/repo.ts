import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { heldBack } from '../controls/service.ts';
import { waitsForPerson } from '../payout-review/queries.ts';

/**
 * Decision about a payout; `held_back` while payouts are stopped, its member is frozen or a person must look at
 * it, and there is no decision.
 */
export type HandOver = 'hand_over' | 'cancel' | 'held_back';

/**
 * Decides that a payout goes to the bank, unless it is held back. The first decision about a payout is final
 * across processes. The same statement checks the switch, the member and the review.
 */
export async function handOver(queries: Queries, transferId: string): Promise<HandOver> {
  const { rows } = await sql<{ answer: HandOver }>`
    with taken as (
      insert into payout_decision as d (transfer_id, decision, orders)
        select ${transferId}::uuid, 'hand_over', 0 
          where not ${heldBack('payouts', transferId)} and not ${waitsForPerson(transferId)}
        on conflict (transfer_id) do update set decision = d.decision
        returning decision
    )
    select coalesce(
      (select decision from taken),
      (select decision from payout_decision where transfer_id = ${transferId}),
      'held_back') as answer`.execute(queries);
  return rows[0]?.answer ?? 'held_back';
}

/**
 * Cancels a payout that the bank has not received yet.
 * @returns false when it was handed over already
 */
export async function cancelPayout(queries: Queries, transferId: string): Promise<boolean> {
  const { rows } = await sql<{ decision: string }>`
    insert into payout_decision as d (transfer_id, decision, orders) values (${transferId}, 'cancel', 0)
      on conflict (transfer_id) do update set decision = d.decision
      returning decision`.execute(queries);
  return rows[0]?.decision === 'cancel';
}

/**
 * Counts an order before it is sent to the bank, unless staff have stopped it since the decision.
 * @returns the bank's final refusal, if any: then the order must not be sent; undefined when it is held back
 */
export async function beginOrder(
  queries: Queries,
  transferId: string,
): Promise<{ refusal: string | null } | undefined> {
  const { rows } = await sql<{ refusal: string | null }>`
    update payout_decision set orders = orders + case when refusal is null then 1 else 0 end
      where transfer_id = ${transferId} and (refusal is not null or not ${heldBack('payouts', transferId)})
      returning refusal`.execute(queries);
  return rows[0];
}

/** Takes back the count of an order that was certainly not sent. */
export async function takeBackOrder(queries: Queries, transferId: string): Promise<void> {
  await queries
    .updateTable('payout_decision')
    .set((eb) => ({ orders: eb('orders', '-', 1) }))
    .where('transfer_id', '=', transferId)
    .where('orders', '>', 0)
    .where('refusal', 'is', null)
    .execute();
}

/**
 * Records that the bank refused the only order, after which no order is sent. Returns false when there were
 * other orders.
 */
export async function refuseOnlyOrder(
  queries: Queries,
  transferId: string,
  reason: string,
): Promise<boolean> {
  const row = await queries
    .updateTable('payout_decision')
    .set({ refusal: reason })
    .where('transfer_id', '=', transferId)
    .where('orders', '=', 1)
    .returning('transfer_id')
    .executeTakeFirst();
  return row !== undefined;
}
