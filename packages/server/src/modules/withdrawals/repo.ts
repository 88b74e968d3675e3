import { sql } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';

export type PayoutDecision = 'hand_over' | 'cancel';

/**
 * Decides what becomes of a payout. The first decision stands, whichever process makes it.
 * @returns the decision that stands
 */
export async function decidePayout(
  database: Database,
  transferId: string,
  decision: PayoutDecision,
): Promise<PayoutDecision> {
  const { rows } = await sql<{ decision: PayoutDecision }>`
    insert into payout_decision as d (transfer_id, decision, orders) values (${transferId}, ${decision}, 0)
      on conflict (transfer_id) do update set decision = d.decision
      returning decision`.execute(database.queries);
  return rows[0]?.decision ?? decision;
}

/**
 * Counts an order that is about to go to the bank.
 * @returns why the bank refused the payout for good, in which case it must not go out
 */
export async function beginOrder(
  database: Database,
  transferId: string,
): Promise<{ refusal: string | null }> {
  const { rows } = await sql<{ refusal: string | null }>`
    update payout_decision set orders = orders + case when refusal is null then 1 else 0 end
      where transfer_id = ${transferId} returning refusal`.execute(database.queries);
  if (!rows[0]) throw new Error(`payout ${transferId} was ordered before it was decided on`);
  return rows[0];
}

/** Notes that the bank refused the only order there was; from here on none goes out. False when there were others. */
export async function refuseOnlyOrder(
  database: Database,
  transferId: string,
  reason: string,
): Promise<boolean> {
  const row = await database.queries
    .updateTable('payout_decision')
    .set({ refusal: reason })
    .where('transfer_id', '=', transferId)
    .where('orders', '=', 1)
    .returning('transfer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person looks into a payout. */
export async function isUnderReview(database: Database, transferId: string): Promise<boolean> {
  const row = await database.queries
    .selectFrom('manual_review')
    .select('transfer_id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a withdrawal of that id was made before: what was allowed then is not asked again. */
export async function isKnown(tx: Tx, transferId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_transfer')
    .select('id')
    .where('id', '=', transferId)
    .executeTakeFirst();
  return row !== undefined;
}
