import type { PayoutRule } from '@krapao/contract/staff/payouts';
import type { StatementNote } from '@krapao/contract/statement';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';

/** A rule that a payout hit. `detail` has the figure or the time that hit it. */
export interface RuleHit {
  rule: PayoutRule;
  isStrong: boolean;
  detail: string;
}

/** Why a payout waits for a person, and how many it takes to approve it. */
export interface ReviewNeed {
  hits: readonly RuleHit[];
  people: 1 | 2;
}

/** Rules about who can use the account. The member reads that one of them was hit, and nothing of the others. */
const ACCESS_RULES: ReadonlySet<PayoutRule> = new Set(['password_changed', 'factors_removed']);

type ReviewNote = 'ACCESS_REVIEW' | 'IN_REVIEW';

/** Returns what a member reads of a payout that waits for a person. */
export const noteOfReview = ({ hits }: ReviewNeed): ReviewNote =>
  hits.some(({ rule }) => ACCESS_RULES.has(rule)) ? 'ACCESS_REVIEW' : 'IN_REVIEW';

/** Returns whether a payout has had such a note: it had to wait for a person. */
export const isReviewNote = (note: StatementNote | undefined): note is ReviewNote =>
  note === 'ACCESS_REVIEW' || note === 'IN_REVIEW';

/** Makes a withdrawal wait for a person, in the transaction that holds its money. */
export async function addReview(tx: Tx, transferId: string, { hits, people }: ReviewNeed): Promise<void> {
  await tx
    .insertInto('payout_review')
    .values({ transfer_id: transferId, hits: JSON.stringify(hits), people })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the SQL condition that a payout waits for a person, or was refused by one. */
export const waitsForPerson = (transferId: string) => sql<boolean>`
  exists (select from payout_review where transfer_id = ${transferId} and state <> 'approved')`;

/** Returns those of the movements that wait for a person. */
export async function inReview(
  queries: Queries,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transferIds.length === 0) return new Set();
  const waiting = await queries
    .selectFrom('payout_review')
    .select('transfer_id')
    .where('transfer_id', 'in', transferIds)
    .where('state', 'in', ['waiting', 'held'])
    .execute();
  return new Set(waiting.map((row) => row.transfer_id));
}

/** Whether a movement waits for a person: a subquery. */
export const isInReview = (transferId: RawBuilder<unknown>) => sql<boolean>`
  exists (select from payout_review r where r.transfer_id = ${transferId} and r.state in ('waiting', 'held'))`;
