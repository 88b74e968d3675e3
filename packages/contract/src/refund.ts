import { z } from 'zod';
import { banner } from './bonus.ts';
import { amount, done, page, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';

/** Refunds: a share of a period's losses. */

const receiveErrors = [
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_INACTIVE',
  'REFUND_MINIMUM',
  'CREDIT_UNKNOWN',
  'BONUS_REMAINING',
  'REQUEST_LIMIT',
] as const;

export const refund = defineArea({
  'POST /api/refund': defineRoute({
    method: 'POST',
    path: '/api/refund',
    access: 'member',
    summary: 'A page of the refunds the member has received, newest first',
    body: page,
    response: z.object({
      refunds: z.array(z.object({ _id: z.string(), refundAmount: amount, createdAt: timestamp })),
      total: z.int(),
    }),
    errors: [],
  }),
  'GET /api/refund/check': defineRoute({
    method: 'GET',
    path: '/api/refund/check',
    access: 'member',
    summary: 'What can be received now',
    response: z.object({
      result: z.boolean().meta({ description: 'It can be received now' }),
      bonus: z.boolean().meta({ description: 'A bonus is active, and the refund waits for its end' }),
      info: z.string(),
      refundAmount: amount,
      refundSuccess: z.number().meta({ description: 'Percent of the net loss given back' }),
      refundFail: z.number().meta({ description: 'Percent of it not given back' }),
    }),
    errors: [],
  }),
  'GET /api/refund/receive': defineRoute({
    method: 'GET',
    path: '/api/refund/receive',
    access: 'member',
    closes: 'always',
    summary: 'Receive the refund into the main wallet, in one step',
    response: done,
    errors: receiveErrors,
    mutates: true,
  }),
  'GET /api/refund/addWallet': defineRoute({
    method: 'GET',
    path: '/api/refund/addWallet',
    access: 'member',
    closes: 'always',
    summary: 'Credit a refund that was claimed and not credited; there is none where claiming credits',
    response: done,
    errors: ['NO_REFUND'],
    mutates: true,
  }),
  'GET /api/refund/banners': defineRoute({
    method: 'GET',
    path: '/api/refund/banners',
    access: 'member',
    summary: 'What is shown before the refund',
    response: z.object({ banners: z.array(banner) }),
    errors: [],
  }),
});
