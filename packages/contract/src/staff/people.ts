import { z } from 'zod';
import { nameText, requiredText, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { waits } from './fields.ts';
import { defineStaffArea } from './route.ts';
import { email } from './session.ts';

/** Most roles of one person. */
export const ROLES_OF_ONE_MAX = 20;

/** Names of built-in roles, or of the operator's own. */
const roles = z
  .array(requiredText(TEXT_MAX.name))
  .min(1)
  .max(ROLES_OF_ONE_MAX)
  .refine((given) => new Set(given).size === given.length, 'each once');

const byId = z.object({ id: z.uuid() });

/** A staff member in the list of staff. */
const listed = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  isDisabled: z.boolean(),
  /** Second factors that they sign in with. */
  factors: z.object({ totp: z.boolean(), passkeys: z.int() }),
  /** Open sessions, and when one was last used. */
  sessions: z.int(),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
});

/** Staff and their roles. */
export const staffPeople = defineStaffArea({
  'GET /staff/api/staff': {
    method: 'GET',
    path: '/staff/api/staff',
    permission: 'staff.read',
    summary: 'Staff by address, a page at a time',
    query: z.object({
      after: z.string().max(TEXT_MAX.name).optional(),
      /** Only those who have this role. */
      role: z.string().max(TEXT_MAX.name).optional(),
    }),
    response: z.object({ items: z.array(listed), next: z.string().nullable() }),
    errors: [],
  },
  'POST /staff/api/staff': {
    method: 'POST',
    path: '/staff/api/staff',
    permission: 'staff.propose',
    summary: 'Propose a new staff member; a command makes the link with which they set a password',
    body: z.object({ email, name: nameText(TEXT_MAX.name).min(1), roles, reason }),
    response: z.never(),
    waits,
    errors: ['NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/staff/:id/roles': {
    method: 'POST',
    path: '/staff/api/staff/:id/roles',
    permission: 'staff.propose',
    summary: 'Propose other roles; also lets a disabled person in again',
    params: byId,
    body: z.object({ roles, reason }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/staff/:id/disable': {
    method: 'POST',
    path: '/staff/api/staff/:id/disable',
    permission: 'staff.propose',
    summary: 'Lock a person out at once and end their sessions',
    params: byId,
    body: z.object({ reason }),
    response: z.object({ ended: z.int() }),
    errors: ['NO_DATA', 'NOT_POSSIBLE'],
  },
});
