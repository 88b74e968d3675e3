import { z } from 'zod';
import { amount, sentAmount, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';

/** A member's own play: the reality check, and the sums of days, months and years. */

/** Play is counted in parts of this many minutes: one counts when something was played in it. */
export const PLAY_SLOT_MINUTES = 5;

export const PLAY_BY = ['day', 'month', 'year'] as const;
export type PlayBy = (typeof PLAY_BY)[number];

const minutes = z.int().meta({ description: 'Time played, in parts of five minutes' });
const played = {
  minutes: minutes.nullable().meta({ description: 'Null for stakes of which no time is known' }),
  staked: amount.nullable().meta({ description: 'Null where no provider reports it' }),
  won: amount.nullable().meta({ description: 'Null where no provider reports it' }),
};

/** The largest number that the database's `int` holds. */
const LARGEST = 2 ** 31 - 1;
const no = z.int().min(1).max(LARGEST).meta({ description: 'Number of the check' });

const realityCheck = z.object({
  no,
  everyMinutes: z.int().meta({ description: 'Minutes of play between two checks' }),
  isDue: z.boolean(),
  from: timestamp.nullable().meta({ description: 'Beginning of the play that counts; null without any' }),
  minutes,
  staked: amount,
  won: amount,
  unreported: z
    .array(z.string())
    .meta({ description: 'Names of providers with play since then that report no stakes' }),
});

const period = z.object({
  from: z.iso.date().meta({ description: 'First day of the period, in Bangkok' }),
  deposits: amount,
  withdrawals: amount,
  ...played,
  games: z.array(z.object({ code: z.string(), name: z.string(), ...played })),
});

export const play = defineArea({
  'GET /api/protection/reality-check': defineRoute({
    method: 'GET',
    path: '/api/protection/reality-check',
    access: 'member',
    summary: 'What the member has played since the last reality check, at all providers',
    response: realityCheck,
    errors: [],
  }),
  'POST /api/protection/reality-check/answer': defineRoute({
    method: 'POST',
    path: '/api/protection/reality-check/answer',
    access: 'member',
    summary: 'Answer a reality check by the figures seen: counting begins anew, once for each check',
    body: z.object({
      no,
      minutes: minutes.multipleOf(PLAY_SLOT_MINUTES).min(0).max(LARGEST),
      staked: sentAmount,
      won: sentAmount,
    }),
    response: realityCheck,
    errors: [],
  }),
  'GET /api/protection/play/:by': defineRoute({
    method: 'GET',
    path: '/api/protection/play/:by',
    access: 'member',
    summary: 'My play: the last 31 days, 13 months or 5 years, newest first, without empty periods',
    params: z.object({ by: z.enum(PLAY_BY) }),
    response: z.object({ periods: z.array(period) }),
    errors: ['REQUEST_LIMIT'],
  }),
});
