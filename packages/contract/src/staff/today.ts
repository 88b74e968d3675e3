import { z } from 'zod';
import { amount, currency, timestamp } from '../fields.ts';
import { queue } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Queues of Today. */
export const QUEUES = ['payouts', 'approvals', 'suspense', 'review', 'slips', 'gifts', 'rejected'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Figures of a day in Bangkok up to the hour, in one currency. */
const day = z.object({
  currency,
  deposits: amount,
  payouts: amount,
  registrations: z.int(),
});

export const staffToday = defineStaffArea({
  'GET /staff/api/today': {
    method: 'GET',
    path: '/staff/api/today',
    permission: 'session',
    summary: 'The queues that the caller may see; today against the same weekday before; what is down',
    response: z.object({
      at: timestamp,
      /** Queues without permission are left out. */
      queues: z.partialRecord(z.enum(QUEUES), queue),
      today: z.array(day),
      /** Seven days ago, up to the same time of day. */
      weekBefore: z.array(day),
      /** Providers that are down or switched off, stopped switches, and services that are left alone after failures. */
      down: z.array(z.object({ kind: z.enum(['provider', 'switch', 'service']), name: z.string() })),
    }),
    errors: [],
  },
});
