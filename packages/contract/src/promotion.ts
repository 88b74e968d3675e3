import { z } from 'zod';
import { bonusTerms } from './bonus.ts';
import { timestamp } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Promotions: bonuses claimed by a code. */

const params = z.object({
  code: z
    .string()
    .min(1)
    .max(TEXT_MAX.code)
    .regex(/^[A-Z0-9_-]+$/),
});

export const promotion = defineArea({
  'GET /api/promotion/current': defineRoute({
    method: 'GET',
    path: '/api/promotion/current',
    access: 'member',
    summary: 'The promotion that is active, if one is',
    response: z.object({
      promotion: z
        .object({
          code: z.string(),
          description: z.string(),
          percentFail: z.number(),
          activatedAt: timestamp,
        })
        .nullable(),
    }),
    errors: [],
  }),
  'GET /api/promotion/find/:code': defineRoute({
    method: 'GET',
    path: '/api/promotion/find/:code',
    access: 'member',
    summary: 'What a promotion code would give',
    params,
    response: z.object({
      percentFail: z.number(),
      description: z.string().meta({ description: 'HTML of the operator' }),
      terms: bonusTerms,
    }),
    errors: ['NO_PROMOTION', 'PROMOTION_RECEIVED', 'REQUEST_LIMIT'],
    secret: true,
  }),
  'GET /api/promotion/activate/:code': defineRoute({
    method: 'GET',
    path: '/api/promotion/activate/:code',
    access: 'member',
    closes: 'always',
    summary: 'Take a promotion by its code, once a member',
    params,
    response: z.object({ message: z.string() }),
    errors: [
      'NO_PROMOTION',
      'PROMOTION_RECEIVED',
      'BONUS_FULL',
      'BONUS_REMAINING',
      'BONUS_CONDITION',
      'CREDIT_UNKNOWN',
      'REQUEST_LIMIT',
    ],
    mutates: true,
    secret: true,
  }),
});
