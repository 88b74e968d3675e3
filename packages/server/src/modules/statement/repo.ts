import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { AccountId, TransferDetail, TransferKind, TransferState } from '../../ledger/types.ts';

export interface StatementRow {
  id: string;
  kind: TransferKind;
  state: TransferState;
  amount: Minor;
  detail: TransferDetail;
  createdAt: Date;
}

/** A movement with what is known of its course. */
export interface Receipt extends StatementRow {
  outcome: TransferDetail | null;
  /** When a payout was handed to the bank. */
  decidedAt: Date | null;
  settledAt: Date | null;
}

/** One of an account's movements; undefined when it is none of them. */
export async function readReceipt(
  database: Database,
  account: AccountId,
  id: string,
): Promise<Receipt | undefined> {
  const row = await database.queries
    .selectFrom('ledger_transfer as t')
    .leftJoin('payout_decision as d', (join) =>
      join.onRef('d.transfer_id', '=', 't.id').on('d.decision', '=', 'hand_over'),
    )
    .select([
      't.id',
      't.kind',
      't.state',
      't.amount',
      't.detail',
      't.outcome',
      't.created_at',
      't.settled_at',
    ])
    .select('d.decided_at')
    .where('t.id', '=', id)
    .where((eb) => eb.or([eb('t.debit_account', '=', account), eb('t.credit_account', '=', account)]))
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      kind: row.kind as TransferKind,
      state: row.state as TransferState,
      amount: row.amount as Minor,
      detail: row.detail as TransferDetail,
      outcome: row.outcome as TransferDetail | null,
      createdAt: row.created_at,
      decidedAt: row.decided_at,
      settledAt: row.settled_at,
    }
  );
}

interface Row {
  total: bigint;
  id: string | null;
  kind: TransferKind;
  state: TransferState;
  amount: Minor;
  detail: TransferDetail;
  created_at: Date;
}

/**
 * A page of an account's movements, newest first, in one round trip. The account numbers its movements,
 * so that the last page costs what the first does.
 */
export async function readStatementPage(
  database: Database,
  account: AccountId,
  page: number,
  limit: number,
): Promise<{ total: number; rows: StatementRow[] }> {
  const skip = BigInt(page - 1) * BigInt(limit);
  const { rows } = await sql<Row>`
    with account as (select movements from ledger_account where id = ${account}),
    numbers as (select movements - ${skip}::bigint as newest, movements - ${skip}::bigint - ${limit}::bigint as before from account)
    select account.movements as total, t.id, t.kind, t.state, t.amount, t.detail, t.created_at
      from account left join lateral (
        select t.*, t.debit_no as position from ledger_transfer t, numbers n
          where t.debit_account = ${account} and t.debit_no > n.before and t.debit_no <= n.newest
        union all
        select t.*, t.credit_no from ledger_transfer t, numbers n
          where t.credit_account = ${account} and t.credit_no > n.before and t.credit_no <= n.newest
      ) t on true
      order by t.position desc`.execute(database.queries);
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              kind: row.kind,
              state: row.state,
              amount: row.amount,
              detail: row.detail,
              createdAt: row.created_at,
            },
          ],
    ),
  };
}
