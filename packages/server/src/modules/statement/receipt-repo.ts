import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { purposeOf } from '../../ledger/kinds/registry.ts';
import type { AccountId, TransferOutcome, TransferState } from '../../ledger/types.ts';
import { isInReview } from '../payout-review/queries.ts';
import { heldPart, type StatementRow } from './repo.ts';

/** A movement with its recorded history. */
export interface Receipt extends StatementRow {
  outcome: TransferOutcome | null;
  /** Time when the payout was handed to the bank. */
  decidedAt: Date | null;
  /** QR order it was paid by. */
  order: { createdAt: Date; amount: Minor } | null;
  /** Time when the member sent its slip or gift link. */
  slipAt: Date | null;
  giftAt: Date | null;
  /** Time when the money arrived in suspense, without a matched member. */
  unmatchedAt: Date | null;
  /** True while a person must look at a payout. */
  isInReview: boolean;
  /** Number of status checks so far, and the time of the next one. */
  asking: { attempts: number; nextAt: Date } | null;
  /** First and second leg of a move between games: the leg before this one, and the one after it. */
  halfBefore: string | null;
  halfAfter: string | null;
}

interface Row {
  id: string;
  kind: string;
  is_debit: boolean;
  state: TransferState;
  amount: Minor;
  held: Minor | null;
  detail: unknown;
  outcome: { reason?: unknown } | null;
  created_at: Date;
  settled_at: Date | null;
  decided_at: Date | null;
  order_at: Date | null;
  order_amount: Minor | null;
  slip_at: Date | null;
  gift_at: Date | null;
  unmatched_at: Date | null;
  attempts: number | null;
  next_at: Date | null;
  in_review: boolean;
  half_before: string | null;
  half_after: string | null;
}

/** Reads a part of a movement's detail as a uuid, or null. Other systems choose some of these values. */
const uuidOf = (part: string) =>
  sql`case when t.detail ->> ${part}::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (t.detail ->> ${part}::text)::uuid end`;

/**
 * Returns one of a member's movements; undefined when it is not theirs. Related data is restricted to the
 * member too: another member's slip or QR order for the same money is not included.
 */
export async function readReceipt(
  queries: Queries,
  { id: memberId, walletAccount }: { id: string; walletAccount: AccountId },
  id: string,
): Promise<Receipt | undefined> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.debit_account = ${walletAccount} as is_debit, t.state, t.amount, ${heldPart} as held, t.detail, t.outcome, t.created_at, t.settled_at, d.decided_at,
        o.created_at as order_at, o.amount as order_amount, s.created_at as slip_at, g.created_at as gift_at,
        u.created_at as unmatched_at, a.attempts, a.next_at, ${isInReview(sql`t.id`)} as in_review, b.transfer_id as half_before, f.id as half_after
      from ledger_transfer t
      left join payout_decision d on d.transfer_id = t.id and d.decision = 'hand_over'
      left join qr_order o on o.id = ${uuidOf('orderId')} and o.member_id = ${memberId}
      left join lateral (
        select min(s.created_at) as created_at from slip s
          where s.member_id = ${memberId} and t.kind = 'deposit' and s.state = 'success'
            and s.reference = t.detail ->> 'reference' and s.amount = t.amount
      ) s on true
      left join gift_link g on g.id = t.id and g.member_id = ${memberId}
      left join ledger_transfer u on t.kind = 'suspense_out' and u.id = ${uuidOf('origin')}
      left join settlement_attempt a on a.transfer_id = t.id and t.state = 'pending'
      left join onward_transfer b on b.onward_id = t.id and b.member_id = ${memberId}
      left join onward_transfer n on n.transfer_id = t.id and n.member_id = ${memberId}
      left join ledger_transfer f on f.id = n.onward_id
      where t.id = ${id} and (t.debit_account = ${walletAccount} or t.credit_account = ${walletAccount})`.execute(
    queries,
  );
  const row = rows[0];
  return row && toReceipt(row);
}

const toReceipt = (row: Row): Receipt => ({
  id: row.id,
  kind: row.kind,
  isDebit: row.is_debit,
  state: row.state,
  amount: row.amount,
  held: row.held,
  purpose: purposeOf(row.kind, row.detail, row.is_debit),
  outcome: row.outcome && toOutcome(row.outcome),
  createdAt: row.created_at,
  settledAt: row.settled_at,
  decidedAt: row.decided_at,
  order:
    row.order_at && row.order_amount !== null ? { createdAt: row.order_at, amount: row.order_amount } : null,
  slipAt: row.slip_at,
  giftAt: row.gift_at,
  unmatchedAt: row.unmatched_at,
  isInReview: row.in_review,
  asking: row.attempts !== null && row.next_at ? { attempts: row.attempts, nextAt: row.next_at } : null,
  halfBefore: row.half_before,
  halfAfter: row.half_after,
});

/** An outcome that was written outside the product may hold other types. */
const toOutcome = ({ reason }: { reason?: unknown }): TransferOutcome =>
  typeof reason === 'string' ? { reason } : {};
