import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { derivedId } from '../../kernel/ids.ts';
import { creditWithOwner } from '../../ledger/queries.ts';
import { memberPhones } from '../account/queries.ts';
import { idByStatement } from '../incoming/queries.ts';

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
  queries: Queries,
  { house, reference }: Place,
  since: Date,
): Promise<TakenIn> {
  const id = derivedId('arrival', house, reference);
  const booked = sql`coalesce(${idByStatement(house, reference)}, ${id}::uuid)`;
  const { rows } = await sql<Row>`
    select c.created_at >= ${since} as is_new, c.amount, c.currency, m.username as payee, c.unmatched
      from ${creditWithOwner(booked)} c
      left join ${memberPhones} m on m.wallet_account = c.owner_account`.execute(queries);
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
