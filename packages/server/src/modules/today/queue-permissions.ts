import type { Permission } from '@krapao/contract/staff/permissions';
import { QUEUES, type QueueName } from '@krapao/contract/staff/today';

/** Permission to see each queue; undefined: every staff member. */
const PERMISSION_OF: Readonly<Record<QueueName, Permission | undefined>> = {
  payouts: 'payouts.read',
  approvals: undefined,
  suspense: 'suspense.read',
  review: 'review.read',
  slips: 'suspense.read',
  gifts: 'suspense.read',
  rejected: 'suspense.read',
};

/** Returns the queues that a person with these permissions may see. */
export const queuesOf = (permissions: readonly Permission[]): QueueName[] =>
  QUEUES.filter((name) => {
    const permission = PERMISSION_OF[name];
    return permission === undefined || permissions.includes(permission);
  });
