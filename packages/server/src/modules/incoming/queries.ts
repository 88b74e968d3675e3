import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';

/* Reads and writes of bank transfers to the operator for other modules, as subqueries and conditions of their statements. */

/** Receiving account and references of each transfer. Its id is its deposit's. */
export const incomingTransfers = sql`(
  select id, account_no, statement_ref, slip_bank, slip_ref from incoming_transfer)`;

/** Id of the transfer that a statement reported, as a value. @param house `bank:` and the receiving account */
export const idByStatement = (house: string, reference: string) => sql`(
  select i.id from incoming_transfer i where 'bank:' || i.account_no = ${house} and i.statement_ref = ${reference})`;

/**
 * Condition: the statement has not reported a slip's transfer, though it has reported others at that account.
 */
export const awaitsStatement = (
  bank: RawBuilder<unknown>,
  reference: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from incoming_transfer i
    where i.slip_bank = ${bank} and i.slip_ref = ${reference} and i.statement_ref is null
      and exists (
        select from incoming_transfer other
          where other.account_no = i.account_no and other.statement_ref is not null))`;

/** One transfer was told of twice: drops the deposit's row and gives its statement reference to the credit's. */
export async function joinToCredit(
  tx: Tx,
  { depositId, creditId, statementRef }: { depositId: string; creditId: string; statementRef: string | null },
): Promise<void> {
  await tx.deleteFrom('incoming_transfer').where('id', '=', depositId).execute();
  await tx
    .updateTable('incoming_transfer')
    .set({ statement_ref: statementRef })
    .where('id', '=', creditId)
    .execute();
}
