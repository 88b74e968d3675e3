import { z } from 'zod';
import { amount, currency, timestamp } from '../fields.ts';
import { reason } from './approvals.ts';
import { memberRef, pageId, waits } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** A transfer whose end is not known. */
export const reviewedTransfer = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  kind: z.string(),
  member: memberRef.nullable(),
  amount,
  currency,
  /** The counterparty, such as `JOKER` or `SCB`. */
  counterparty: z.string(),
  /** Why it needs a person. */
  reason: z.string(),
  /** Our own facts about it, by name. */
  facts: z.record(z.string(), z.string()),
  /** The open proposal, if there is one. */
  approvalId: z.uuid().nullable(),
});

/** Transfers whose end is not known: settled by two people, with the evidence. */
export const staffReviews = defineStaffArea({
  'GET /staff/api/reviews': {
    method: 'GET',
    path: '/staff/api/reviews',
    permission: 'review.read',
    summary: 'Transfers that need manual review, oldest first',
    query: z.object({ after: pageId.optional() }),
    response: z.object({ items: z.array(reviewedTransfer), next: z.string().nullable() }),
    errors: [],
  },
  'POST /staff/api/reviews/:id/settle': {
    method: 'POST',
    path: '/staff/api/reviews/:id/settle',
    permission: 'review.propose',
    summary: 'Propose the end of a transfer as the counterparty’s staff say, with the evidence',
    params: z.object({ id: z.uuid() }),
    body: z.object({ end: z.enum(['done', 'undone']), reason }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'ALREADY_PROPOSED'],
  },
});
