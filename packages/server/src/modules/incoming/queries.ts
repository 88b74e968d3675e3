import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';

/* Reads and writes of bank transfers to the operator for other modules, as subqueries and conditions of their statements. */

/** Receiving account and references of each transfer. Its id is its deposit's. */
export const incomingTransfers = sql`(
  select id, account_no, statement_ref, slip_bank, slip_ref from incoming_transfer)`;

/** Reports of each transfer, a row each. `from` is `{bankCode, accountNo, name}`, or null where it is the first report's. */
export const transferReports = sql`(
  select id, 'feed' as source, (transferred_at at time zone 'Asia/Bangkok')::date::text as day, null as value_day,
      transferred_at as at, statement_ref as reference, fed_from as sender, '' as text,
      null as no_payment
    from incoming_transfer where statement_ref is not null
  union all
  select id, 'slip', (transferred_at at time zone 'Asia/Bangkok')::date::text, null, transferred_at, slip_ref, null, '',
      null
    from incoming_transfer where slip_ref is not null
  union all
  select transfer_id, 'file', booked_on::text, value_on::text, booked_at, coalesce(bank_ref, ''),
      jsonb_build_object('bankCode', from_bank, 'accountNo', from_account, 'name', from_name), text,
      no_payment
    from statement_entry)`;

/** Condition: the bank, by its feed or a file, has told of a transfer. */
const isOfBank = (id: RawBuilder<unknown>, statementRef: RawBuilder<unknown>) => sql`(
  ${statementRef} is not null or exists (select from statement_entry e where e.transfer_id = ${id}))`;

/**
 * Condition: the bank has not told of a slip's transfer, though it has told of others at that account.
 */
export const awaitsStatement = (
  bank: RawBuilder<unknown>,
  reference: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from incoming_transfer i
    where i.slip_bank = ${bank} and i.slip_ref = ${reference} and not ${isOfBank(sql`i.id`, sql`i.statement_ref`)}
      and exists (
        select from incoming_transfer other
          where other.account_no = i.account_no and ${isOfBank(sql`other.id`, sql`other.statement_ref`)}))`;

/** One transfer was told of twice: drops the deposit's row and gives what the bank told of it to the credit's. */
export async function joinToCredit(
  tx: Tx,
  { depositId, creditId, statementRef }: { depositId: string; creditId: string; statementRef: string | null },
): Promise<void> {
  await tx
    .updateTable('statement_entry')
    .set({ transfer_id: creditId })
    .where('transfer_id', '=', depositId)
    .execute();
  await tx.deleteFrom('incoming_transfer').where('id', '=', depositId).execute();
  if (statementRef === null) return;
  await tx
    .updateTable('incoming_transfer')
    .set({ statement_ref: statementRef })
    .where('id', '=', creditId)
    .execute();
}

/** Condition: one statement of a file tells of both transfers, so that they are two. */
export const areToldTogether = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`exists (
  select from statement_entry e join statement_entry f on f.digest = e.digest and f.statement = e.statement
    where e.transfer_id = ${one} and f.transfer_id = ${other} and e.statement > 0)`;
