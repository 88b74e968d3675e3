import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';
import { derivedId } from '../../kernel/ids.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { deposits, findCredits } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { ShownSender } from '../../kernel/shown-sender.ts';

/** When a transfer was made, as far as it is known. */
export interface Moment {
  at: Date;
  isDayOnly?: boolean;
}

/** Banks book on another day than the sender's: over a weekend with holidays, some days later. */
const DAYS_OFF = 4;

/** A booked transfer to one of the operator's accounts. */
export interface KnownTransfer {
  id: string;
  amount: Minor;
  at: Date;
  isDayOnly: boolean;
  from: ShownSender;
  /** Current owner: a member's account, or the suspense account while unmatched. */
  payee: AccountId;
  /** Whether staff assigned the owner. */
  isAssigned: boolean;
  /** Time of the credit to that account. */
  creditedAt: Date;
}

/** Reference of a transfer in one source, the statement or a slip. */
export type Name = { statement: string } | { slip: { bank: string; reference: string } };

interface Row {
  id: string;
  amount: Minor;
  at: Date;
  isDayOnly: boolean;
  payee: AccountId;
  credited_at: Date;
  detail: unknown;
}

/** Returns the id of the ledger transfer that moves a deposit from suspense to its member. */
const suspenseOutId = (depositId: string): string => derivedId('suspense', depositId);

/** Finds a transfer by its reference in one source. */
export function findNamed(tx: Tx, accountNo: string, name: Name): Promise<KnownTransfer | undefined> {
  const condition =
    'statement' in name
      ? sql`i.account_no = ${accountNo} and i.statement_ref = ${name.statement}`
      : sql`i.slip_bank = ${name.slip.bank} and i.slip_ref = ${name.slip.reference}`;
  return find(tx, condition).then(([only]) => only);
}

/** Finds a transfer by the same reference in the other source; some banks use one reference for both. */
export function findByReference(tx: Tx, accountNo: string, name: Name): Promise<KnownTransfer | undefined> {
  const condition =
    'statement' in name
      ? sql`i.statement_ref is null and i.slip_ref = ${name.statement}`
      : sql`i.slip_ref is null and i.statement_ref = ${name.slip.reference}`;
  return find(tx, sql`i.account_no = ${accountNo} and ${condition}`).then(([only]) => only);
}

/**
 * Finds transfers of an amount around a time that this source has not reported; nearest in time first. Where one of the
 * two is known by its day alone, days around it count.
 */
export function findUntold(
  tx: Tx,
  { accountNo, amount, at, isDayOnly = false }: Moment & { accountNo: string; amount: Minor },
  name: Name,
  withinMs: number,
): Promise<KnownTransfer[]> {
  const untold = 'statement' in name ? sql`i.statement_ref is null` : sql`i.slip_ref is null`;
  const window = isDayOnly
    ? sql`${DAYS_OFF} * interval '1 day'`
    : sql`${withinMs} * interval '1 millisecond'`;
  const days = sql`${DAYS_OFF} * interval '1 day'`;
  return find(
    tx,
    sql`i.account_no = ${accountNo} and i.amount = ${amount} and ${untold}
      and (i.transferred_at between ${at}::timestamptz - ${window} and ${at}::timestamptz + ${window}
        or i.day_only and i.transferred_at between ${at}::timestamptz - ${days} and ${at}::timestamptz + ${days})
      order by abs(extract(epoch from i.transferred_at - ${at}::timestamptz)), i.id`,
  );
}

async function find(tx: Tx, condition: RawBuilder<unknown>): Promise<KnownTransfer[]> {
  const { rows: found } = await sql<Row>`
    select i.id, i.amount, i.transferred_at as at, i.day_only as "isDayOnly", t.credit_account as payee, t.created_at as credited_at, t.detail
      from incoming_transfer i join ${deposits} t on t.id = i.id where ${condition}`.execute(tx);
  const rows = found.map((row) => ({ ...row, detail: readDetail('deposit', row.detail) }));
  const assigned = await assignedTo(
    tx,
    rows.filter(({ detail }) => detail.unmatched !== undefined).map(({ id }) => id),
  );
  return rows.map(
    ({
      detail: { provider = '', fromAccountNo = '', fromName = '' },
      payee,
      credited_at: creditedAt,
      ...row
    }) => {
      const assignment = assigned.get(suspenseOutId(row.id));
      return {
        ...row,
        payee: assignment?.account ?? payee,
        isAssigned: assignment !== undefined,
        creditedAt: assignment?.at ?? creditedAt,
        from: { bankCode: provider, accountNo: fromAccountNo, name: fromName },
      };
    },
  );
}

async function assignedTo(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { account: AccountId; at: Date }>> {
  if (ids.length === 0) return new Map();
  return findCredits(tx, ids.map(suspenseOutId));
}

const columnsOf = (name: Name) =>
  'statement' in name
    ? { statement_ref: name.statement }
    : { slip_bank: name.slip.bank, slip_ref: name.slip.reference };

/** Adds a source's reference to a known transfer. */
export async function addName(tx: Tx, id: string, name: Name): Promise<void> {
  await tx.updateTable('incoming_transfer').set(columnsOf(name)).where('id', '=', id).execute();
}

export async function insertTransfer(
  tx: Tx,
  transfer: Moment & { id: string; accountNo: string; amount: Minor },
  name: Name,
): Promise<void> {
  await tx
    .insertInto('incoming_transfer')
    .values({
      id: transfer.id,
      account_no: transfer.accountNo,
      amount: transfer.amount,
      transferred_at: transfer.at,
      day_only: transfer.isDayOnly ?? false,
      ...columnsOf(name),
    })
    .execute();
}
