import { z } from 'zod';
import { amount, currency, timestamp } from '../fields.ts';
import { reason } from './approvals.ts';
import { done, list, pageId } from './fields.ts';
import { defineStaffArea } from './route.ts';

const byId = z.object({ id: z.uuid() });

/** An entry of a feed, a callback or a report that could not be taken in. */
export const rejectedEntry = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  /** `bank`, `ewallet`, `gateway:KBANK`, `turnover:PG`. */
  source: z.string(),
  /** Why it was put aside. */
  why: z.string(),
  /** What the feed said, by the names of its fields. */
  told: z.record(z.string(), z.string()),
  /** False for entries that come again by themselves, and for those of an older version. */
  canRetry: z.boolean(),
  /** A retry of it runs now. */
  isBusy: z.boolean(),
  tries: z.int(),
  /** What the last try came to; null without one, or when it broke off. */
  lastTry: z.string().nullable(),
});

const money = {
  amount,
  currency,
  isNew: z.boolean().meta({ description: 'False: it was in the books before' }),
};

/** What a retry came to. A failed entry stays open. */
export const retryResult = z.discriminatedUnion('end', [
  z.object({ end: z.literal('credited'), ...money, phone: z.string() }),
  z.object({ end: z.literal('suspense'), ...money, why: z.string() }),
  z.object({ end: z.literal('failed'), why: z.string() }),
]);

/** Entries of feeds that were put aside. */
export const staffRejected = defineStaffArea({
  'GET /staff/api/rejected': {
    method: 'GET',
    path: '/staff/api/rejected',
    permission: 'suspense.read',
    summary: 'Entries of feeds, callbacks and reports that could not be taken in, oldest first',
    query: z.object({ after: pageId.optional() }),
    response: list(rejectedEntry),
    errors: [],
  },
  'POST /staff/api/rejected/:id/retry': {
    method: 'POST',
    path: '/staff/api/rejected/:id/retry',
    permission: 'suspense.act',
    summary: 'Take an entry in by the rules for new ones; its money is credited once',
    params: byId,
    body: z.object({ reason }),
    response: z.object({ result: retryResult }),
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'LEASED'],
  },
  'POST /staff/api/rejected/:id/close': {
    method: 'POST',
    path: '/staff/api/rejected/:id/close',
    permission: 'suspense.act',
    summary: 'Put an entry away that needs no more work',
    params: byId,
    body: z.object({ reason }),
    response: done,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'LEASED'],
  },
});
