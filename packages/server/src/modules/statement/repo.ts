import type { Minor } from '@krapao/contract/money';
import type { StatementFilter } from '@krapao/contract/statement';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import type { StatementPurpose } from '../../ledger/kinds/kind.ts';
import { purposeOf } from '../../ledger/kinds/registry.ts';
import type { AccountId, TransferState } from '../../ledger/types.ts';
import { conditionOf, isFiltered } from './filter.ts';

export interface StatementRow {
  id: string;
  /** Kind of the movement. A row written outside the product may have any kind. */
  kind: string;
  /** True when the money leaves the member's wallet. */
  isDebit: boolean;
  state: TransferState;
  amount: Minor;
  /** The held part of a deposit. */
  held: Minor | null;
  /** Its meaning for the member, by kind and detail. */
  purpose: StatementPurpose;
  createdAt: Date;
  settledAt: Date | null;
}

export interface StatementPage {
  total: number;
  rows: StatementRow[];
}

interface Row {
  position: bigint;
  id: string | null;
  kind: string;
  is_debit: boolean;
  state: TransferState;
  amount: Minor;
  held?: Minor | null;
  detail: unknown;
  created_at: Date;
  settled_at: Date | null;
}

type CountedRow = Row & { total: bigint };

/** Reads a page of an account's movements, newest first, in one round trip. */
export async function readStatementPage(
  database: Database,
  account: AccountId,
  { page, limit, ...filter }: StatementFilter & { page: number; limit: number },
): Promise<StatementPage> {
  const skip = BigInt(page - 1) * BigInt(limit);
  if (!isFiltered(filter)) return toPage(await database.prepared(wholePage(account, { skip, limit })));
  const query = filteredPage(account, filter, { skip, limit });
  return toPage((await byIndexAlone(database, (tx) => query.execute(tx))).rows);
}

const toPage = (rows: readonly CountedRow[]): StatementPage => ({
  total: Number(rows[0]?.total ?? 0),
  rows: rows.flatMap(toStatementRow),
});

/**
 * Queries one member's movements without sequential scans. The planner would scan the whole table for a
 * member with a large share of it, and slow down as the table grows.
 */
export function byIndexAlone<T>(database: Database, look: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return look(tx);
  });
}

/** The held part of the deposit `t`; null for none, and for another movement. */
export const heldPart = sql<Minor | null>`case when t.kind in ('deposit', 'suspense_out') then held_part(t.id) end`;

/** The account numbers its movements, so the last page costs the same as the first. */
function wholePage(account: AccountId, { skip, limit }: { skip: bigint; limit: number }) {
  return sql<CountedRow>`
    with account as (select movements from ledger_account where id = ${account}),
    numbers as (select movements - ${skip}::bigint as newest, movements - ${skip}::bigint - ${limit}::bigint as before from account)
    select account.movements as total, t.position, t.id, t.kind, t.is_debit, t.state, t.amount, ${heldPart} as held, t.detail, t.created_at, t.settled_at
      from account left join lateral (
        select t.*, t.debit_no as position, true as is_debit from ledger_transfer t, numbers n
          where t.debit_account = ${account} and t.debit_no > n.before and t.debit_no <= n.newest
        union all
        select t.*, t.credit_no, false from ledger_transfer t, numbers n
          where t.credit_account = ${account} and t.credit_no > n.before and t.credit_no <= n.newest
      ) t on true
      order by t.position desc`;
}

/**
 * Reads a filtered page. The numbering's indexes carry the filtered columns, so only the page's own rows are
 * read from the table. Any page costs one scan of the account's index, as counting does.
 */
export function filteredPage(
  account: AccountId,
  filter: StatementFilter,
  { skip, limit }: { skip: bigint; limit: number },
): RawBuilder<CountedRow> {
  return sql<CountedRow>`
    with wanted as materialized (${positions(account, filter)}),
    page as (select position from wanted order by position desc limit ${limit} offset ${skip})
    select counted.total, t.position, t.id, t.kind, t.is_debit, t.state, t.amount, ${heldPart} as held, t.detail, t.created_at, t.settled_at
      from (select count(*) as total from wanted) counted
      left join (page cross join lateral (${byPosition(account)}) t) on true
      order by t.position desc`;
}

/** Selects the positions of the wanted movements in the account's numbering. */
function positions(account: AccountId, filter: StatementFilter, below?: bigint): RawBuilder<unknown> {
  const condition = conditionOf(filter);
  const debits = below === undefined ? sql`` : sql`and t.debit_no < ${below}::bigint`;
  const credits = below === undefined ? sql`` : sql`and t.credit_no < ${below}::bigint`;
  return sql`
    select t.debit_no as position from ledger_transfer t
      where t.debit_account = ${account} and t.debit_no is not null ${debits} and ${condition}
    union all
    select t.credit_no from ledger_transfer t
      where t.credit_account = ${account} and t.credit_no is not null ${credits} and ${condition}`;
}

/** Selects the movement at a position of `page`: one key lookup in each index. */
const byPosition = (account: AccountId): RawBuilder<unknown> => sql`
    select t.*, t.debit_no as position, true as is_debit from ledger_transfer t
      where t.debit_account = ${account} and t.debit_no = page.position
    union all
    select t.*, t.credit_no, false from ledger_transfer t
      where t.credit_account = ${account} and t.credit_no = page.position`;

/**
 * Yields all wanted movements of an account in batches, newest first. Memory holds one batch at a time, and a
 * slow reader holds no connection.
 */
export async function* readStatement(
  database: Database,
  account: AccountId,
  filter: StatementFilter,
  batchSize: number,
): AsyncGenerator<StatementRow[]> {
  let below: bigint | undefined;
  for (;;) {
    const query = sql<Row>`
      with page as (
        select position from (${positions(account, filter, below)}) wanted
          order by position desc limit ${batchSize}
      )
      select t.position, t.id, t.kind, t.is_debit, t.state, t.amount, t.detail, t.created_at, t.settled_at
        from page cross join lateral (${byPosition(account)}) t
        order by t.position desc`;
    const { rows } = await byIndexAlone(database, (tx) => query.execute(tx));
    yield rows.flatMap(toStatementRow);
    below = rows.at(-1)?.position;
    if (rows.length < batchSize || below === undefined) return;
  }
}

/** Maps a stored row. A page beyond the last has a total and no row. */
function toStatementRow(row: Row): StatementRow[] {
  if (row.id === null) return [];
  const { id, kind, state, amount } = row;
  return [
    {
      id,
      kind,
      isDebit: row.is_debit,
      state,
      amount,
      held: row.held ?? null,
      purpose: purposeOf(kind, row.detail, row.is_debit),
      createdAt: row.created_at,
      settledAt: row.settled_at,
    },
  ];
}
