import type { StaffItem, StaffReply } from '@krapao/contract/staff/client-types';

/** A payout that waits for a person, or did. */
export type Payout = StaffItem<'GET /staff/api/payouts'>;

export type Decision = 'approve' | 'refuse' | 'hold';

export type BulkResult = StaffReply<'POST /staff/api/payouts/decisions'>['results'][number];

/** Results of a bulk decision, and its payouts. */
export interface BulkDone {
  results: readonly BulkResult[];
  items: readonly Payout[];
}
