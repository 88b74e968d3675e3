import type { Permission, Role } from '@krapao/contract/staff/permissions';

/** A signed-in staff member, with the permissions at the moment of the request. */
export interface StaffCaller {
  id: string;
  email: string;
  name: string;
  roles: readonly Role[];
  permissions: readonly Permission[];
  sessionId: string;
  /** True while a second factor is required and none is set up. */
  mustSetUpFactor: boolean;
}
