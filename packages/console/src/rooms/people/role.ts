import type { StaffReply } from '@krapao/contract/staff/client-types';
import { isBuiltInRole } from '@krapao/contract/staff/permissions';
import { codeText } from '../../lib/i18n.ts';

/** A role in the list of roles. */
export type StaffRole = StaffReply<'GET /staff/api/roles'>['items'][number];

/** Returns a role's name as people read it: an own role has the name that was given to it. */
export const roleName = (name: string): string => (isBuiltInRole(name) ? codeText('roles', name) : name);
