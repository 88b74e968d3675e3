import { z } from 'zod';
import { text, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { defineStaffArea } from './route.ts';
import { email } from './session.ts';

/** One act of staff, as it was recorded. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ id: z.uuid().nullable(), name: z.string(), roles: z.array(z.string()) }),
  address: z.string(),
  requestId: z.string(),
  action: z.string(),
  subject: z.string(),
  outcome: z.enum(['done', 'refused']),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  approvalId: z.uuid().nullable(),
  hash: z.string(),
});

/** A filter that is sent empty counts as none. */
const none = z.literal('');

/** Filters of the record. */
export const auditFilter = {
  /** Such as `member 4kx…`, or the id alone. */
  subject: text(TEXT_MAX.name).optional(),
  /** Id of a staff member, or their address. */
  actor: none.or(z.uuid()).or(email).optional(),
  action: text(TEXT_MAX.name).optional(),
  /** Acts from this time on. */
  from: none.or(timestamp).optional(),
  /** Acts before this time. */
  until: none.or(timestamp).optional(),
};

/** The record of what staff did. */
export const staffAudit = defineStaffArea({
  'GET /staff/api/audit': {
    method: 'GET',
    path: '/staff/api/audit',
    permission: 'audit.read',
    summary: 'What staff did, newest first',
    query: z.object({
      ...auditFilter,
      /** Key of the next page: the number of an act. */
      after: z
        .string()
        .regex(/^\d{0,18}$/)
        .optional(),
    }),
    response: z.object({ items: z.array(auditEntry), next: z.string().nullable() }),
    errors: [],
  },
});
