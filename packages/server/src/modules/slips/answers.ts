import type { Minor } from '@krapao/contract/money';
import type { Queries } from '../../database/open.ts';
import type { Outcome } from '../../ports/outcome.ts';
import type { LookedUpTransfer, SlipAnswer } from '../../ports/slip-lookup.ts';

/** The last answer of the look-up service about a slip. */
export interface KeptAnswer {
  answer: SlipAnswer['status'] | 'refused' | 'unknown';
  /** Why the service refused or did not answer. */
  reason: string;
  toldAt: Date;
  transfer: LookedUpTransfer | null;
}

/** Keeps the last answer about a slip, for the person who may have to decide it. */
export async function keepAnswer(
  queries: Queries,
  slipId: string,
  told: Outcome<SlipAnswer>,
  toldAt: Date,
): Promise<void> {
  const transfer = told.outcome === 'done' && told.value.status === 'found' ? told.value.transfer : undefined;
  const values = {
    told_at: toldAt,
    answer: told.outcome === 'done' ? told.value.status : told.outcome,
    reason: told.outcome === 'done' ? '' : told.reason,
    amount: transfer?.amount ?? null,
    transferred_at: transfer?.at ?? null,
    from_bank: transfer?.fromBankCode ?? '',
    from_account: transfer?.fromAccountNo ?? '',
    from_name: transfer?.fromName ?? '',
    to_bank: transfer?.toBankCode ?? '',
    to_account: transfer?.toAccountNo ?? '',
    to_name: transfer?.toName ?? '',
  };
  await queries
    .insertInto('slip_answer')
    .values({ slip_id: slipId, ...values })
    .onConflict((conflict) => conflict.column('slip_id').doUpdateSet(values))
    .execute();
}

export async function findAnswer(queries: Queries, slipId: string): Promise<KeptAnswer | undefined> {
  const row = await queries
    .selectFrom('slip_answer')
    .selectAll()
    .where('slip_id', '=', slipId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { answer, reason, told_at: toldAt, amount, transferred_at: at } = row;
  const transfer =
    amount === null || at === null
      ? null
      : {
          amount: amount as Minor,
          at,
          fromBankCode: row.from_bank,
          fromAccountNo: row.from_account,
          fromName: row.from_name,
          toBankCode: row.to_bank,
          toAccountNo: row.to_account,
          toName: row.to_name,
        };
  return { answer: answer as KeptAnswer['answer'], reason, toldAt, transfer };
}
