import type { Permission } from '@krapao/contract/staff/permissions';
import { staffRoutes, type StaffRouteKey } from '@krapao/contract/staff/routes';

/** Whether a person with these permissions may make a call, by the contract. The server decides again. */
export function mayCall(permissions: readonly Permission[], key: StaffRouteKey): boolean {
  const { permission } = staffRoutes[key];
  return permission === 'none' || permission === 'session' || permissions.includes(permission);
}
