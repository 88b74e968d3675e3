import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { derivedId } from '../../kernel/ids.ts';
import { memberPhones } from '../account/queries.ts';

/**
 * House account (`bank:0001234572`, `ewallet:0600000011`, `gateway:KBANK`) and reference of a received
 * payment.
 */
export interface Place {
  house: string;
  reference: string;
}

/** Where the money of an entry went. */
export interface TakenIn {
  /** True when this retry recorded the money. */
  isNew: boolean;
  amount: Minor;
  currency: Currency;
  /** Phone of the credited member; undefined while the money is in suspense. */
  payee: string | undefined;
  /** Reason for the suspense. */
  unmatched: string;
}

interface Row {
  is_new: boolean;
  amount: Minor;
  currency: Currency;
  payee: string | null;
  unmatched: string | null;
}

/**
 * Looks up money that was recorded. A bank transfer that a slip reported first is found by the statement's
 * reference.
 * @param since when recording it began
 */
export async function findTaken(
  database: Database,
  { house, reference }: Place,
  since: Date,
): Promise<TakenIn> {
  const id = derivedId('arrival', house, reference);
  const { rows } = await sql<Row>`
    select t.created_at >= ${since} as is_new, t.amount, a.currency, m.username as payee, t.detail ->> 'unmatched' as unmatched
      from ledger_transfer t
      join ledger_account a on a.id = t.credit_account
      left join ledger_transfer o on o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text
      left join ${memberPhones} m on m.wallet_account = coalesce(o.credit_account, t.credit_account)
      where t.id = coalesce(
        (select i.id from incoming_transfer i where 'bank:' || i.account_no = ${house} and i.statement_ref = ${reference}),
        ${id}::uuid)`.execute(database.queries);
  const [row] = rows;
  if (!row) throw new Error(`${house} ${reference} was taken in and is not in the books`);
  return {
    isNew: row.is_new,
    amount: row.amount,
    currency: row.currency,
    payee: row.payee ?? undefined,
    unmatched: row.unmatched ?? 'no_order',
  };
}
