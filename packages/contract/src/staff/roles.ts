import { z } from 'zod';
import { nameText, requiredText, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { waits } from './fields.ts';
import { PERMISSIONS } from './permissions.ts';
import { defineStaffArea } from './route.ts';

/** Longest name of a role. */
export const ROLE_NAME_MAX = 40;
/** Most roles that an operator makes. */
export const OWN_ROLES_MAX = 50;
/** Most people that a role names; the list of staff has all. */
export const ROLE_PEOPLE_MAX = 10;

const permissions = z
  .array(z.enum(PERMISSIONS))
  .min(1)
  .refine((given) => new Set(given).size === given.length, 'each once');

const known = requiredText(TEXT_MAX.name);

/** A role, what it permits, and who has it. */
export const staffRole = z.object({
  name: z.string(),
  /** True: it is the same in every installation and cannot be changed. */
  isBuiltIn: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** How many people have it, and the first of them by name. */
  count: z.int(),
  people: z.array(z.string()),
  /** When it was made or last changed; null for a built-in one. */
  changedAt: timestamp.nullable(),
  /** The open proposal about it, if there is one. */
  approvalId: z.uuid().nullable(),
});

/** Roles: built-in ones, and the operator's own, which two people make, change and remove. */
export const staffRoles = defineStaffArea({
  'GET /staff/api/roles': {
    method: 'GET',
    path: '/staff/api/roles',
    permission: 'staff.read',
    summary: 'Built-in roles, then the operator’s own by name',
    response: z.object({ items: z.array(staffRole), next: z.null() }),
    errors: [],
  },
  'POST /staff/api/roles': {
    method: 'POST',
    path: '/staff/api/roles',
    permission: 'staff.propose',
    summary: 'Propose a new role',
    body: z.object({ name: nameText(ROLE_NAME_MAX).min(1), permissions, reason }),
    response: z.never(),
    waits,
    errors: ['NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/roles/change': {
    method: 'POST',
    path: '/staff/api/roles/change',
    permission: 'staff.propose',
    summary: 'Propose other permissions of an own role; a person who has the role does not decide it',
    body: z.object({ name: known, permissions, reason }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/roles/removal': {
    method: 'POST',
    path: '/staff/api/roles/removal',
    permission: 'staff.propose',
    summary: 'Propose to remove an own role that no person has',
    body: z.object({ name: known, reason }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
});
