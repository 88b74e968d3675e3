import { toDecimal, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

type State = 'pending' | 'posted' | 'voided';

/** Money that came in, as the books have it. */
export interface BookedArrival {
  id: string;
  /** Where it arrived: `gateway:KBANK`, `bank:0001234561`, `ewallet:0600000011`. */
  place: string;
  /** What it is called there. */
  reference: string;
  amount: Minor;
  createdAt: Date;
}

/** Money that moved to or from a game, or out to a bank. */
export interface BookedMovement {
  id: string;
  kind: 'game_in' | 'game_out' | 'withdraw';
  state: State;
  amount: Minor;
  detail: Readonly<Record<string, string>>;
  createdAt: Date;
}

/** What a movement is at the provider of the game. */
export const directionOf = ({ kind }: BookedMovement): 'deposit' | 'withdraw' =>
  kind === 'game_in' ? 'deposit' : 'withdraw';

/** Every arrival since then at places whose names begin like that, by place and reference. */
export async function readArrivals(
  database: Database,
  placeBegins: string,
  since: Date,
): Promise<Map<string, BookedArrival[]>> {
  const { rows } = await sql<BookedArrival>`
    select t.id, t.amount, t.created_at as "createdAt", coalesce(t.detail ->> 'reference', '') as reference,
        substring(a.code from '^house:(.*):[A-Z]+$') as place
      from ledger_transfer t join ledger_account a on a.id = t.debit_account
      where t.kind = 'deposit' and t.state = 'posted' and t.created_at >= ${since}
        and starts_with(a.code, ${`house:${placeBegins}`})`.execute(database.queries);
  const byKey = new Map<string, BookedArrival[]>();
  for (const row of rows) {
    const key = arrivalKey(row.place, row.reference);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return byKey;
}

export const arrivalKey = (place: string, reference: string): string => `${place} ${reference}`;

/** Every movement of these kinds since then. */
export async function readMovements(
  database: Database,
  kinds: readonly BookedMovement['kind'][],
  since: Date,
): Promise<BookedMovement[]> {
  const { rows } = await sql<BookedMovement>`
    select id, kind, state, amount, detail, created_at as "createdAt" from ledger_transfer
      where kind = any (${sql.val(kinds)}::text[]) and created_at >= ${since}
      order by created_at`.execute(database.queries);
  return rows;
}

/** Which of these ids are no transfer of ours at all. */
export async function unknownIds(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${sql.val(ids)}::text[]) i (id)
      where not exists (select from ledger_transfer t where t.id::text = i.id)`.execute(database.queries);
  return rows.map(({ id }) => id);
}

/** An amount as findings write it. */
export const written = (amount: Minor): string => toDecimal(amount);
