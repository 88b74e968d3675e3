import type { StaffItem } from '@krapao/contract/staff/client-types';

/** A proposal that a second person decides. */
export type Approval = StaffItem<'GET /staff/api/approvals'>;

/** A decision that is being asked for. */
export interface OpenDecision {
  approval: Approval;
  decision: 'approve' | 'refuse';
}

/** Returns what a proposal shows: of other permissions of a role, those that come and those that go. */
export function shownPayload({ action, payload }: Pick<Approval, 'action' | 'payload'>): object {
  const { name, permissions, before } = payload;
  if (action !== 'role.change' || !Array.isArray(permissions) || !Array.isArray(before)) return payload;
  const added: unknown[] = permissions.filter((one) => !before.includes(one));
  const removed: unknown[] = before.filter((one) => !permissions.includes(one));
  return { name, ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) };
}
