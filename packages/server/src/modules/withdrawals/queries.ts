import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { pendingWithdrawalsFrom } from '../../ledger/queries.ts';
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
