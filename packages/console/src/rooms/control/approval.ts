import type { StaffItem } from '@krapao/contract/staff/client-types';

/** A proposal that a second person decides. */
export type Approval = StaffItem<'GET /staff/api/approvals'>;

/** A decision that is being asked for. */
export interface OpenDecision {
  approval: Approval;
  decision: 'approve' | 'refuse';
}
