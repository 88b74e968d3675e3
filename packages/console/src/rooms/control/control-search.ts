/** The views of approvals. */
export const APPROVAL_VIEWS = ['open', 'decided'] as const;
export type ApprovalView = (typeof APPROVAL_VIEWS)[number];

/** Filters of the record of acts. */
export interface AuditSearch {
  subject?: string | undefined;
  /** Id of a staff member. */
  actor?: string | undefined;
  action?: string | undefined;
  /** First and last day, such as 2026-11-23. */
  from?: string | undefined;
  to?: string | undefined;
}
