import type { Currency, Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { ListPlace } from '../../kernel/list-page.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { withdrawals } from '../../ledger/queries.ts';
import type { AccountId, TransferState } from '../../ledger/types.ts';
import { memberContacts } from '../account/queries.ts';
import { payoutDecision } from '../withdrawals/queries.ts';
import type { RuleHit } from './queries.ts';

export type ReviewState = 'waiting' | 'held' | 'approved' | 'refused' | 'cancelled';

/** A payout that waits for a person, or did. */
export interface ReviewedPayout {
  id: string;
  memberId: string;
  phone: string;
  name: string;
  wallet: AccountId;
  amount: Minor;
  currency: Currency;
  bankCode: string;
  accountNo: string;
  accountName: string;
  createdAt: Date;
  state: ReviewState;
  hits: RuleHit[];
  people: 1 | 2;
  approvalId: string | null;
  leasedBy: string | null;
  leasedUntil: Date | null;
  decidedBy: string;
  decidedAt: Date | null;
  reason: string;
  movement: TransferState;
}

type Row = Omit<ReviewedPayout, 'bankCode' | 'accountNo' | 'accountName'> & { detail: unknown };

/** A row whose payout its member has cancelled stays open; the decision tells. */
const columns = sql`
  r.transfer_id as id, m.id as "memberId", m.username as phone, m.name, m.wallet_account as wallet, t.amount, m.currency,
    t.detail, r.created_at as "createdAt", r.hits, r.people, r.approval_id as "approvalId",
    r.leased_by as "leasedBy", r.leased_until as "leasedUntil", r.decided_by as "decidedBy",
    r.decided_at as "decidedAt", r.reason, t.state as movement,
    case when r.state in ('waiting', 'held') and ${payoutDecision(sql`r.transfer_id`)} = 'cancel' then 'cancelled'
      else r.state end as state`;

const joined = sql`payout_review r
  join ${withdrawals} t on t.id = r.transfer_id
  join ${memberContacts} m on m.wallet_account = t.debit_account`;

/** Lists open payouts of a state, oldest first. */
export function listOpen(
  queries: Queries,
  state: 'waiting' | 'held',
  { after, most }: ListPlace,
): Promise<ReviewedPayout[]> {
  const place = after
    ? sql`and (r.created_at, r.transfer_id) > (select created_at, transfer_id from payout_review where transfer_id = ${after})`
    : sql``;
  return read(
    queries,
    sql`select ${columns} from ${joined}
      where r.state = ${state} and t.state = 'pending' and ${payoutDecision(sql`r.transfer_id`)} is null ${place}
      order by r.created_at, r.transfer_id limit ${most}`,
  );
}

/** Lists payouts that staff have decided, newest first. */
export function listDecided(queries: Queries, { after, most }: ListPlace): Promise<ReviewedPayout[]> {
  const place = after
    ? sql`and (r.decided_at, r.transfer_id) < (select decided_at, transfer_id from payout_review where transfer_id = ${after})`
    : sql``;
  return read(
    queries,
    sql`select ${columns} from ${joined}
      where r.state in ('approved', 'refused') ${place}
      order by r.decided_at desc, r.transfer_id desc limit ${most}`,
  );
}

export async function findPayout(queries: Queries, id: string): Promise<ReviewedPayout | undefined> {
  const [found] = await read(queries, sql`select ${columns} from ${joined} where r.transfer_id = ${id}`);
  return found;
}

/** Locks a payout's review until the transaction ends. @returns false when there is none */
export async function lockReview(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_review')
    .select('transfer_id')
    .where('transfer_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a payout in hand for a person, or prolongs it.
 * @returns false when another person has it
 */
export async function lease(
  queries: Queries,
  id: string,
  { by, until, now }: { by: string; until: Date; now: Date },
): Promise<boolean> {
  const row = await queries
    .updateTable('payout_review')
    .set({ leased_by: by, leased_until: until })
    .where('transfer_id', '=', id)
    .where((eb) =>
      eb.or([eb('leased_by', 'is', null), eb('leased_by', '=', by), eb('leased_until', '<=', now)]),
    )
    .returning('transfer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a payout back that the person has in hand. */
export async function putBack(queries: Queries, id: string, by: string): Promise<void> {
  await queries
    .updateTable('payout_review')
    .set({ leased_by: null, leased_until: null })
    .where('transfer_id', '=', id)
    .where('leased_by', '=', by)
    .execute();
}

/** Stores a decision, or that the payout is held. The lease ends. */
export async function keepDecision(
  tx: Tx,
  id: string,
  decision: {
    state: 'held' | 'approved' | 'refused';
    by: string;
    at: Date;
    reason: string;
    shown?: string;
  },
): Promise<void> {
  await tx
    .updateTable('payout_review')
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: decision.at,
      reason: decision.reason,
      shown: decision.shown ?? '',
      leased_by: null,
      leased_until: null,
    })
    .where('transfer_id', '=', id)
    .execute();
}

export async function keepProposal(tx: Tx, id: string, approvalId: string): Promise<void> {
  await tx
    .updateTable('payout_review')
    .set({ approval_id: approvalId, leased_by: null, leased_until: null })
    .where('transfer_id', '=', id)
    .execute();
}

/** Count, sum by currency and oldest of what waits. */
export async function countWaiting(
  queries: Queries,
): Promise<{ currency: Currency; count: number; sum: Minor; oldestAt: Date }[]> {
  const { rows } = await sql<{ currency: Currency; count: number; sum: Minor; oldestAt: Date }>`
    select m.currency, count(*)::int as count, sum(t.amount)::bigint as sum, min(r.created_at) as "oldestAt"
      from ${joined}
      where r.state in ('waiting', 'held') and t.state = 'pending' and ${payoutDecision(sql`r.transfer_id`)} is null
      group by m.currency`.execute(queries);
  return rows;
}

async function read(queries: Queries, query: RawBuilder<unknown>): Promise<ReviewedPayout[]> {
  const { rows } = await (query as RawBuilder<Row>).execute(queries);
  return rows.map(({ detail, ...row }) => {
    const { bankCode = '', bankAccountNo = '', bankAccountName = '' } = readDetail('withdraw', detail);
    return { ...row, bankCode, accountNo: bankAccountNo, accountName: bankAccountName };
  });
}
