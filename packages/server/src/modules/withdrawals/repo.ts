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
    insert into payout_decision as d (transfer_id, decision) values (${transferId}, ${decision})
      on conflict (transfer_id) do update set decision = d.decision
      returning decision`.execute(database.queries);
  return rows[0]?.decision ?? decision;
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
