import type { Permission } from '@krapao/contract/staff/permissions';

/** A signed-in staff member, with the permissions at the moment of the request. */
export interface StaffCaller {
  id: string;
  email: string;
  name: string;
  /** Names of built-in roles, and of the operator's own. */
  roles: readonly string[];
  permissions: readonly Permission[];
  sessionId: string;
  /** True while a second factor is required and none is set up. */
  mustSetUpFactor: boolean;
}
