import { z } from 'zod';
import { amount, sentAmount, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';
import { movement } from './wallet.ts';

/** Limits, breaks, self-exclusion and the held balance: what members set to protect themselves. */

/** A limit counts one of these: money paid in, or credit put into games that has not come home. */
export const LIMIT_KINDS = ['deposit', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Calendar periods of limits, in Bangkok. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Minutes between two reality checks. */
export const REALITY_MINUTES = { min: 15, max: 120 } as const;
/** Hours of a break, from a day to six weeks. */
export const BREAK_HOURS = { min: 24, max: 6 * 7 * 24 } as const;
/** Months of a self-exclusion, from half a year to five years. */
export const EXCLUSION_MONTHS = { min: 6, max: 60 } as const;

export const limitName = { kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS) };

const limit = z.object({
  ...limitName,
  amount,
  left: amount.meta({ description: 'What the limit leaves in the current period' }),
  pending: z
    .object({
      amount: amount.nullable().meta({ description: 'The higher limit asked for; null for none' }),
      from: timestamp.meta({ description: 'When it can be confirmed' }),
    })
    .nullable(),
});

export const protectionState = z.object({
  limits: z.array(limit),
  break: z.object({ until: timestamp }).nullable(),
  exclusion: z
    .object({
      until: timestamp
        .nullable()
        .meta({ description: 'From then on its end can be asked for; null for good' }),
      endsAt: timestamp
        .optional()
        .meta({ description: 'Its end, once it was asked for; `until` is the same' }),
    })
    .nullable(),
  realityCheckMinutes: z.int(),
  held: amount.meta({ description: 'Held balance: it can be paid out, and not be played' }),
});

export const breakBody = { hours: z.int().min(BREAK_HOURS.min).max(BREAK_HOURS.max) };
export const exclusionBody = {
  months: z.union([z.int().min(EXCLUSION_MONTHS.min).max(EXCLUSION_MONTHS.max), z.literal('forever')]),
};

export const protection = defineArea({
  'GET /api/protection': defineRoute({
    method: 'GET',
    path: '/api/protection',
    access: 'member',
    summary: 'The member’s limits, break, exclusion and held balance',
    response: protectionState,
    errors: [],
  }),
  'GET /api/protection/choices': defineRoute({
    method: 'GET',
    path: '/api/protection/choices',
    access: 'member',
    summary: 'What the operator offers: breaks, exclusions, minutes between reality checks, waits',
    response: z.object({
      breakHours: z.array(z.int()),
      exclusionMonths: z.array(z.int()),
      realityCheckMinutes: z.object({ min: z.int(), max: z.int(), usual: z.int() }),
      loosenHours: z.int().meta({ description: 'Wait before a higher limit can be confirmed' }),
      exclusionEndHours: z.int().meta({ description: 'Wait after the end of an exclusion was asked for' }),
      canCancelWithdrawals: z.boolean(),
      helpLines: z.array(
        z.object({
          country: z.string().nullable().meta({ description: 'Two letters; null for help anywhere' }),
          name: z.string(),
          phone: z.string().nullable(),
          link: z.string().nullable(),
        }),
      ),
    }),
    errors: [],
  }),
  'PUT /api/protection/limits': defineRoute({
    method: 'PUT',
    path: '/api/protection/limits',
    access: 'member',
    summary:
      'Set a limit: a lower one holds at once, a higher one or none (null) waits and is then confirmed',
    body: z.object({ ...limitName, amount: sentAmount.nullable() }),
    response: protectionState,
    errors: [],
  }),
  'POST /api/protection/limits/confirm': defineRoute({
    method: 'POST',
    path: '/api/protection/limits/confirm',
    access: 'member',
    summary: 'Confirm a higher limit once its time has come',
    body: z.object(limitName),
    response: protectionState,
    errors: ['NO_DATA', 'LIMIT_NOT_YET', 'STEP_UP_REQUIRED'],
  }),
  'POST /api/protection/break': defineRoute({
    method: 'POST',
    path: '/api/protection/break',
    access: 'member',
    summary: 'Take a break at once; nothing shortens it',
    body: z.object(breakBody),
    response: protectionState,
    errors: [],
  }),
  'POST /api/protection/exclusion': defineRoute({
    method: 'POST',
    path: '/api/protection/exclusion',
    access: 'member',
    summary: 'Exclude oneself at once, for months or for good; nothing shortens it',
    body: z.object(exclusionBody),
    response: protectionState,
    errors: [],
  }),
  'POST /api/protection/exclusion/end': defineRoute({
    method: 'POST',
    path: '/api/protection/exclusion/end',
    access: 'member',
    summary: 'Ask for the end of an exclusion whose time is over; it ends after a wait',
    response: protectionState,
    errors: ['NO_DATA', 'LIMIT_NOT_YET', 'STEP_UP_REQUIRED'],
  }),
  'PUT /api/protection/reality-check': defineRoute({
    method: 'PUT',
    path: '/api/protection/reality-check',
    access: 'member',
    summary: 'Set the minutes between reality checks',
    body: z.object({ minutes: z.int().min(REALITY_MINUTES.min).max(REALITY_MINUTES.max) }),
    response: protectionState,
    errors: ['REALITY_CHECK_DUE'],
  }),
  'POST /api/protection/review': defineRoute({
    method: 'POST',
    path: '/api/protection/review',
    access: 'member',
    summary: 'Say that the limits still fit: the reminder comes again in half a year',
    response: protectionState,
    errors: [],
  }),
  'POST /api/protection/held/withdraw': defineRoute({
    method: 'POST',
    path: '/api/protection/held/withdraw',
    access: 'member',
    summary: 'Pay out the whole held balance to the member’s bank account',
    response: movement,
    errors: ['MONEY_NOT_ENOUGH', 'NO_BANK', 'PAYOUTS_STOPPED', 'STEP_UP_REQUIRED'],
  }),
  'POST /api/protection/held/release': defineRoute({
    method: 'POST',
    path: '/api/protection/held/release',
    access: 'member',
    summary: 'Move as much of the held balance into the wallet as the deposit limits leave room for',
    response: movement,
    errors: ['MONEY_NOT_ENOUGH', 'LIMIT_DEPOSIT', 'ON_BREAK', 'EXCLUDED'],
  }),
});
