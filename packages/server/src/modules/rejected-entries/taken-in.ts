import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { derivedId } from '../../kernel/ids.ts';
import { creditWithOwner } from '../../ledger/queries.ts';
import { memberPhones } from '../account/queries.ts';

/** House account (`ewallet:0600000011`, `gateway:KBANK`) and reference of a received payment, or its id in the books. */
export type Place = { house: string; reference: string } | { id: string };

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
 * Looks up money that was recorded.
 * @param since when recording it began
 */
export async function findTaken(queries: Queries, place: Place, since: Date): Promise<TakenIn> {
  const id = 'id' in place ? place.id : derivedId('arrival', place.house, place.reference);
  const { rows } = await sql<Row>`
    select c.created_at >= ${since} as is_new, c.amount, c.currency, m.username as payee, c.unmatched
      from ${creditWithOwner(sql`${id}::uuid`)} c
      left join ${memberPhones} m on m.wallet_account = c.owner_account`.execute(queries);
  const [row] = rows;
  if (!row) throw new Error(`the payment ${id} was taken in and is not in the books`);
  return {
    isNew: row.is_new,
    amount: row.amount,
    currency: row.currency,
    payee: row.payee ?? undefined,
    unmatched: row.unmatched ?? 'no_order',
  };
}
