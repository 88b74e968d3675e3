import { z } from 'zod';
import { amount, gameCode, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';

/** Bonuses: those on offer, the active one and its wagering progress. */

export const BONUS_TYPES = ['limit', 'day', 'week'] as const;
export type BonusType = (typeof BONUS_TYPES)[number];

export const banner = z.object({
  image: z.string(),
  html: z.string(),
});

export const userBonus = z.object({
  _id: z.string(),
  isActive: z.boolean(),
  received: z.array(z.object({ updatedAt: timestamp })),
});

/** Terms of a bonus, shown before the member accepts it. */
export const bonusTerms = z.object({
  gives: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('percent'),
      percent: z.number().meta({ description: 'Of the newest deposit that no bonus was taken on' }),
      upTo: amount,
    }),
    z.object({ kind: z.literal('fixed'), amount }),
  ]),
  minDeposit: amount.meta({ description: 'The least deposit it is given on; 0 where it needs none' }),
  turnoverTimes: z
    .number()
    .meta({ description: 'Stakes to make, as a multiple of the bonus and of the deposit it was given on' }),
  games: z
    .array(z.object({ category: z.string(), percent: z.number() }))
    .meta({ description: 'How much of a stake counts, by category; what is not listed counts nothing' }),
  endsBelow: amount.meta({ description: 'The bonus ends by itself when all credit is down to this' }),
  validDays: z.number(),
});

export const bonus = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(BONUS_TYPES),
  maxReceived: z.int(),
  banners: z.array(banner),
  percentFail: z
    .number()
    .meta({ description: 'Percent of what stands above the member’s own money, given back on cancelling' }),
  userBonus: userBonus.nullable(),
  terms: bonusTerms,
});

/** Wagering progress of the active bonus. The server computes every figure. */
export const wagering = z.object({
  code: z.string(),
  name: z.string(),
  bonusAmount: amount,
  turnoverNeeded: amount,
  turnoverDone: amount,
  turnoverLeft: amount,
  games: bonusTerms.shape.games,
  endsBelow: amount,
  cancelCost: amount.meta({
    description: 'What cancelling now would give back, going by the last known balances',
  }),
  isMet: z
    .boolean()
    .meta({ description: 'The conditions are met: it can be ended and everything withdrawn' }),
  expiresAt: timestamp,
});

export const bonusRoutes = defineArea({
  'GET /api/bonus': defineRoute({
    method: 'GET',
    path: '/api/bonus',
    access: 'member',
    summary: 'The bonuses on offer, with what the member has had of each',
    response: z.array(bonus),
    errors: [],
  }),
  'GET /api/bonus/activate/:code': defineRoute({
    method: 'GET',
    path: '/api/bonus/activate/:code',
    access: 'member',
    closes: 'always',
    summary: 'Take a bonus; its amount is credited at once',
    params: z.object({ code: gameCode }),
    response: z.object({ userBonus }),
    errors: [
      'NO_PROMOTION',
      'BONUS_REMAINING',
      'BONUS_ALREADY_ACTIVE',
      'BONUS_MAX_CLAIMED',
      'BONUS_CONDITION',
      'BONUS_FULL',
      'CREDIT_UNKNOWN',
      'REQUEST_LIMIT',
    ],
    mutates: true,
  }),
  'GET /api/bonus/check/active': defineRoute({
    method: 'GET',
    path: '/api/bonus/check/active',
    access: 'member',
    summary: 'Whether a bonus is active, and how far it has come',
    response: z.object({
      status: z.boolean(),
      type: z
        .string()
        .meta({ description: 'limit, day or week; promotion for one taken by code; else empty' }),
      wagering: wagering.nullable(),
    }),
    errors: [],
  }),
  'GET /api/bonus/check/minimum': defineRoute({
    method: 'GET',
    path: '/api/bonus/check/minimum',
    access: 'member',
    summary: 'The balance below which the active bonus ends by itself; 0 without one',
    response: z.object({ minimum: amount, status: z.boolean() }),
    errors: [],
  }),
  'GET /api/bonus/clear': defineRoute({
    method: 'GET',
    path: '/api/bonus/clear',
    access: 'member',
    summary: 'End the active bonus: cleared when its conditions are met, else cancelled at its cost',
    response: z.object({
      message: z.string(),
      cost: amount.meta({ description: 'What was given back' }),
    }),
    errors: ['BONUS_CONDITION', 'CREDIT_UNKNOWN', 'NO_DATA', 'REQUEST_LIMIT'],
    mutates: true,
  }),
});
