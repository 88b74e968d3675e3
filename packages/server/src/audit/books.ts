import { toDecimal, type Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import { derivedId, isUuid } from '../kernel/ids.ts';
import { inStretches } from './periods.ts';

type State = 'pending' | 'posted' | 'voided';

/** An incoming payment in the books. */
export interface BookedPayment {
  id: string;
  /** Place of payment: `gateway:KBANK`, `bank:0001234561`, `ewallet:0600000011`. */
  place: string;
  /** Reference at that place. */
  reference: string;
  amount: Minor;
  /** Statement files told of it, and the feed did not. */
  isOfFile: boolean;
  createdAt: Date;
}

/** A transfer to or from a game, or a payout to a bank. */
export interface BookedMovement {
  id: string;
  kind: 'game_in' | 'game_out' | 'withdraw';
  state: State;
  amount: Minor;
  /** The player: `provider/user name`; parts that the row lacks are empty. */
  player: string;
  /** Earliest time of a payout, as stored; null for at once. */
  notBefore: string | null;
  createdAt: Date;
}

/** A player at a provider, and the accounts that moved money there. */
export interface BookedPlayer {
  provider: string;
  username: string;
  accounts: string[];
}

/** Returns the direction of a movement from the provider's view. */
export const directionOf = ({ kind }: BookedMovement): 'deposit' | 'withdraw' =>
  kind === 'game_in' ? 'deposit' : 'withdraw';

export const paymentKey = (place: string, reference: string): string => `${place} ${reference}`;

const BANK = 'bank:';

/**
 * A bank transfer that a slip or a file reported first has the feed's reference once the feed reports it too.
 * A deposit that staff marked as a duplicate of another one no longer counts: the other one has its
 * reference.
 */
const payment = sql`t.id, t.amount, t.created_at as "createdAt",
    coalesce(case when i.slip_ref = t.detail ->> 'reference' or exists (
        select from statement_entry e
          where e.transfer_id = t.id and (e.bank_ref = t.detail ->> 'reference'
            or starts_with(t.detail ->> 'reference', e.booked_on || '/'))) then i.statement_ref end,
      t.detail ->> 'reference', '') as reference,
    i.statement_ref is null and exists (select from statement_entry e where e.transfer_id = t.id) as "isOfFile",
    substring(a.code from '^house:(.*):[A-Z]+$') as place
  from ledger_transfer t
  join ledger_account a on a.id = t.debit_account
  left join incoming_transfer i on i.id = t.id`;

const counts = sql`not exists (select from same_money s where s.deposit_id = t.id)`;

/** Reads all incoming payments since then at places with this prefix, in order of time, in batches. */
export function readPayments(
  database: Database,
  placeBegins: string,
  since: Date,
): AsyncGenerator<readonly BookedPayment[]> {
  return readPeriod(database, since, async (from, before, limit) => {
    const { rows } = await sql<BookedPayment>`
      select ${payment}
        where t.kind = 'deposit' and t.state = 'posted' and ${counts} and t.created_at >= ${from} and t.created_at < ${before}
          and starts_with(a.code, ${`house:${placeBegins}`})
        order by t.created_at limit ${limit}`.execute(database.queries);
    return rows;
  });
}

/**
 * Returns the incoming payments of these places and references, by key. The id is derived from the two, or a
 * bank transfer's row has the feed's reference, so most take one index lookup; the rest is searched
 * among all since then.
 */
export async function findPayments(
  database: Database,
  wanted: readonly { place: string; reference: string }[],
  since: Date,
): Promise<Map<string, BookedPayment>> {
  const find = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<BookedPayment>`
      select ${payment}
        where t.kind = 'deposit' and t.state = 'posted' and ${counts} and ${condition}`.execute(
      database.queries,
    );
    return rows;
  };
  const found = new Map<string, BookedPayment>();
  const keep = (rows: readonly BookedPayment[]): void => {
    for (const row of rows) found.set(paymentKey(row.place, row.reference), row);
  };
  if (wanted.length === 0) return found;
  const ids = wanted.map(({ place, reference }) => derivedId('arrival', place, reference));
  keep(await find(sql`t.id = any (${sql.val(ids)}::uuid[])`));
  const toldBySlip = wanted.filter(
    ({ place, reference }) => place.startsWith(BANK) && !found.has(paymentKey(place, reference)),
  );
  if (toldBySlip.length > 0) {
    const accounts = sql.val(toldBySlip.map(({ place }) => place.slice(BANK.length)));
    const references = sql.val(toldBySlip.map(({ reference }) => reference));
    keep(
      await find(sql`t.id in (
        select n.id from incoming_transfer n
          join unnest(${accounts}::text[], ${references}::text[]) w (account_no, reference)
            on n.account_no = w.account_no and n.statement_ref = w.reference)`),
    );
  }
  const missing = wanted.filter(({ place, reference }) => !found.has(paymentKey(place, reference)));
  if (missing.length > 0) {
    const references = missing.map(({ reference }) => reference);
    keep(
      await find(
        sql`t.created_at >= ${since} and t.detail ->> 'reference' = any (${sql.val(references)}::text[])`,
      ),
    );
  }
  return found;
}

/** Reads all payouts since then, in order of time, in batches. */
export function readPayouts(database: Database, since: Date): AsyncGenerator<readonly BookedMovement[]> {
  return readPeriod(database, since, async (from, before, limit) => {
    const { rows } = await sql<BookedMovement>`
      select ${movement} from ledger_transfer
        where kind = 'withdraw' and created_at >= ${from} and created_at < ${before}
        order by created_at limit ${limit}`.execute(database.queries);
    return rows;
  });
}

const movement = sql`id, kind, state, amount, created_at as "createdAt",
  coalesce(detail ->> 'provider', '') || '/' || coalesce(detail ->> 'username', '') as player,
  detail ->> 'notBefore' as "notBefore"`;

/**
 * Returns all players who moved money to or from a game, or opened an account there, since then. Restored
 * books may have the account and none of its movements.
 */
export async function readPlayers(database: Database, since: Date): Promise<BookedPlayer[]> {
  const { rows } = await sql<BookedPlayer>`
    select provider, username, array_agg(distinct account)::text[] as accounts from (
        select coalesce(detail ->> 'provider', '') as provider, coalesce(detail ->> 'username', '') as username,
            case kind when 'game_in' then debit_account else credit_account end as account
          from ledger_transfer where kind in ('game_in', 'game_out') and created_at >= ${since}
        union all
        select g.provider, g.username, m.wallet_account from game_account g join member m on m.id = g.member_id
          where g.active and g.created_at >= ${since}
      ) p group by 1, 2 order by 1, 2`.execute(database.queries);
  return rows;
}

/**
 * Returns the game movements of these accounts since then, oldest first: by the index of each account's
 * movements.
 */
export async function readGameMovements(
  database: Database,
  accounts: readonly string[],
  since: Date,
): Promise<BookedMovement[]> {
  const list = sql.val([...new Set(accounts)]);
  const { rows } = await sql<BookedMovement>`
    select ${movement} from ledger_transfer
      where debit_account = any (${list}::bigint[]) and debit_no is not null and kind = 'game_in'
        and created_at >= ${since}
    union all
    select ${movement} from ledger_transfer
      where credit_account = any (${list}::bigint[]) and credit_no is not null and kind = 'game_out'
        and created_at >= ${since}
    order by "createdAt"`.execute(database.queries);
  return rows;
}

/** Reads the stretches between the first movement since then and now. */
async function* readPeriod<T>(
  database: Database,
  since: Date,
  read: (from: Date, before: Date, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  const { rows } = await sql<{ first: Date | null; end: Date }>`
    select min(created_at) as first, now() + interval '1 second' as end from ledger_transfer
      where created_at >= ${since}`.execute(database.queries);
  const [{ first, end } = { first: null, end: since }] = rows;
  if (first) yield* inStretches(first, end, read);
}

/** Returns the ids that belong to no transfer of ours. */
export async function unknownIds(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_transfer where id = any (${sql.val(ids.filter(isUuid))}::uuid[])`.execute(
    database.queries,
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}

/** Formats an amount for findings. */
export const written = (amount: Minor): string => toDecimal(amount);
