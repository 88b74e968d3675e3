import { z } from 'zod';
import { STOPS } from '../errors.ts';
import { amount, currency, sentAmount, timestamp } from '../fields.ts';
import { breakBody, exclusionBody, limitName, protectionState } from '../protection.ts';
import { reason } from './approvals.ts';
import { done, list, memberId, memberRef, pageKey } from './fields.ts';
import { defineStaffArea } from './route.ts';

const since = timestamp.nullable().meta({ description: 'Null where the time was not kept' });

/** Why a member plays and pays nothing in, as lists of staff name it. */
export const memberStop = z.enum(STOPS).nullable();

/** The same with its times, on a member's page. */
export const memberStopped = z.object({
  code: z.enum(STOPS),
  until: timestamp
    .nullable()
    .meta({ description: 'Its end; of an exclusion, when its end can be asked for; null for good' }),
  endsAt: timestamp.nullable().meta({ description: 'The end of an exclusion, once it was asked for' }),
});

const { limits, realityCheckMinutes, held } = protectionState.shape;
const protectionOfMember = z.object({
  limits: z.array(limits.element.extend({ since })),
  break: z.object({ since, until: timestamp }).nullable(),
  exclusion: memberStopped.omit({ code: true }).extend({ since }).nullable(),
  realityCheckMinutes,
  isCheckChosen: z.boolean().meta({ description: 'False: the minutes are the operator’s' }),
  held,
});

const limitChange = { ...limitName, from: amount.nullable() };
const higher = amount.nullable().meta({ description: 'Null for no limit' });

const dropped = z
  .literal(true)
  .optional()
  .meta({ description: 'A higher limit, or the end of the exclusion, was asked for before and is dropped' });

/** A change of protection. Amounts are those of the wallet's currency. */
const changed = z.discriminatedUnion('what', [
  z.object({ what: z.literal('limit'), ...limitChange, to: amount, dropped }),
  z.object({ what: z.literal('ask'), ...limitChange, to: higher }),
  z.object({ what: z.literal('confirm'), ...limitChange, to: higher }),
  z.object({ what: z.literal('break'), hours: z.int(), until: timestamp }),
  z.object({ what: z.literal('exclusion'), ...exclusionBody, until: timestamp.nullable(), dropped }),
  z.object({ what: z.literal('exclusion_end'), endsAt: timestamp }),
  z.object({ what: z.literal('review') }),
  z.object({ what: z.literal('reality_check'), minutes: z.int() }),
]);

const by = z.string().nullable().meta({ description: 'The staff member; null for the member' });

const change = z.object({
  id: z.string(),
  at: timestamp,
  by,
  reason: z.string().meta({ description: 'Of staff; may be empty' }),
  change: changed,
});

/** Lists of stopped members: those on a break, those excluded, and of these those who have asked for the end. */
export const STOPPED_LISTS = ['breaks', 'exclusions', 'returning'] as const;

const stoppedMember = z.object({
  member: memberRef,
  since,
  ...memberStopped.omit({ code: true }).shape,
  by: by.meta({ description: 'Who began it; null for the member, and where `since` is' }),
  reason: z.string(),
  currency,
  wallet: amount,
  held: amount,
});

/** A member's limits, break and exclusion. Staff tighten, and never loosen. */
export const staffProtection = defineStaffArea({
  'GET /staff/api/members/:id/protection': {
    method: 'GET',
    path: '/staff/api/members/:id/protection',
    permission: 'protection.read',
    summary: 'A member’s limits, break, exclusion and held balance, and since when they hold',
    params: memberId,
    response: z.object({ protection: protectionOfMember }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/protection/changes': {
    method: 'GET',
    path: '/staff/api/members/:id/protection/changes',
    permission: 'protection.read',
    summary: 'Each change of a member’s limits, breaks and exclusions, newest first',
    params: memberId,
    query: z.object({ after: pageKey.optional() }),
    response: list(change),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/protection/stopped': {
    method: 'GET',
    path: '/staff/api/protection/stopped',
    permission: 'protection.read',
    summary:
      'Members on a break, next end first; excluded, newest first; or excluded and coming back, next end first',
    query: z.object({ list: z.enum(STOPPED_LISTS), after: pageKey.optional() }),
    response: list(stoppedMember),
    errors: [],
  },
  'GET /staff/api/protection/choices': {
    method: 'GET',
    path: '/staff/api/protection/choices',
    permission: 'protection.act',
    summary: 'The lengths of breaks and exclusions that the operator offers',
    response: z.object({ breakHours: z.array(z.int()), exclusionMonths: z.array(z.int()) }),
    errors: [],
  },
  'PUT /staff/api/members/:id/protection/limits': {
    method: 'PUT',
    path: '/staff/api/members/:id/protection/limits',
    permission: 'protection.lower',
    summary: 'Set a limit, or lower one; raising is the member’s alone',
    params: memberId,
    body: z.object({ ...limitName, amount: sentAmount, reason }),
    response: done,
    errors: ['NO_DATA', 'ONLY_TIGHTER'],
  },
  'POST /staff/api/members/:id/protection/break': {
    method: 'POST',
    path: '/staff/api/members/:id/protection/break',
    permission: 'protection.act',
    summary: 'Put a member on a break; nothing shortens it',
    params: memberId,
    body: z.object({ ...breakBody, reason }),
    response: done,
    errors: ['NO_DATA', 'ONLY_TIGHTER'],
  },
  'POST /staff/api/members/:id/protection/exclusion': {
    method: 'POST',
    path: '/staff/api/members/:id/protection/exclusion',
    permission: 'protection.act',
    summary: 'Exclude a member; nothing shortens it',
    params: memberId,
    body: z.object({ ...exclusionBody, reason }),
    response: done,
    errors: ['NO_DATA', 'ONLY_TIGHTER'],
  },
});
