import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { person } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Longest reason. */
export const REASON_MAX = 500;

/** Reason of a proposal or of a decision. */
export const reason = requiredText(REASON_MAX);

/** An action that a second person decides. */
export const approval = z.object({
  id: z.uuid(),
  action: z.string(),
  subject: z.string(),
  payload: z.record(z.string(), z.unknown()),
  reason: z.string(),
  maker: person,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'approved', 'refused', 'expired']),
  decidedBy: person.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable(),
  /** The caller has the permission to decide it, did not make it, and it is not about them. */
  mayDecide: z.boolean(),
});

/** Approvals: the proposals of others, decided by a second person. */
export const approvals = defineStaffArea({
  'GET /staff/api/approvals': {
    method: 'GET',
    path: '/staff/api/approvals',
    permission: 'session',
    summary: 'Proposals that the caller may see, newest first',
    query: z.object({ state: z.enum(['open', 'decided']).default('open'), after: z.uuid().optional() }),
    response: z.object({ items: z.array(approval), next: z.string().nullable() }),
    errors: [],
  },
  'POST /staff/api/approvals/:id/decision': {
    method: 'POST',
    path: '/staff/api/approvals/:id/decision',
    permission: 'session',
    summary: 'Approve or refuse a proposal of another person; an approved one is carried out at once',
    params: z.object({ id: z.uuid() }),
    body: z.object({ decision: z.enum(['approve', 'refuse']), reason }),
    response: z.object({ approval }),
    errors: ['NO_DATA', 'OWN_PROPOSAL', 'ALREADY_DECIDED', 'APPROVAL_EXPIRED', 'NOT_POSSIBLE'],
  },
});
