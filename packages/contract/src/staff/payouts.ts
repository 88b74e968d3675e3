import { z } from 'zod';
import { amount, currency, requiredText, text, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { REASON_MAX } from './approvals.ts';
import { bankAccount, memberRef, pageId, person, waits } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Rules that make a payout wait for a person. */
export const PAYOUT_RULES = [
  'amount',
  'account_changed',
  'password_changed',
  'factors_removed',
  'first_payout',
] as const;
export type PayoutRule = (typeof PAYOUT_RULES)[number];

/** States of a payout under review. `held`: a person looks into it; it is decided later. */
export const REVIEW_STATES = ['waiting', 'held', 'approved', 'refused', 'cancelled'] as const;

/** Reasons of a refusal, which the member reads in their language. */
export const REFUSAL_REASONS = ['contact_us', 'account_name', 'play_conditions', 'own_account_only'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Most payouts of one bulk decision. */
export const BULK_MAX = 100;

/** Lists of payouts. */
export const payoutView = z.enum(['review', 'held', 'decided']).default('review');

const payoutId = z.object({ id: z.uuid() });

const decision = {
  decision: z.enum(['approve', 'refuse', 'hold']),
  /** For the record. Required to refuse and to hold. */
  reason: text(REASON_MAX).default(''),
  /** Shown to the member when it is refused. */
  shown: z.enum(REFUSAL_REASONS).default('contact_us'),
} as const;

/** A payout that waits for a person, or did. */
export const payout = z.object({
  id: z.uuid(),
  member: memberRef,
  amount,
  currency,
  to: bankAccount,
  createdAt: timestamp,
  state: z.enum(REVIEW_STATES),
  /** Rules that were hit, with the figures that hit them. */
  hits: z.array(z.object({ rule: z.enum(PAYOUT_RULES), isStrong: z.boolean(), detail: z.string() })),
  /** How many people it takes to approve. */
  people: z.union([z.literal(1), z.literal(2)]),
  /** The open proposal to approve it, if there is one. */
  approval: z.object({ id: z.uuid(), maker: person }).nullable(),
  /** Who works on it now, and until when. */
  lease: person.extend({ until: timestamp }).nullable(),
  decidedBy: z.string(),
  decidedAt: timestamp.nullable(),
  reason: z.string(),
  /** State of the movement in the books. */
  movement: z.enum(['pending', 'posted', 'voided']),
});

/** Payouts that a person decides. */
export const staffPayouts = defineStaffArea({
  'GET /staff/api/payouts': {
    method: 'GET',
    path: '/staff/api/payouts',
    permission: 'payouts.read',
    summary: 'Payouts that wait for a person, oldest first; `decided`: newest first',
    query: z.object({
      state: payoutView,
      after: pageId.optional(),
    }),
    response: z.object({ items: z.array(payout), next: z.string().nullable() }),
    errors: [],
  },
  'GET /staff/api/payouts/:id': {
    method: 'GET',
    path: '/staff/api/payouts/:id',
    permission: 'payouts.read',
    summary: 'One payout under review',
    params: payoutId,
    response: z.object({ payout }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/payouts/:id/lease': {
    method: 'POST',
    path: '/staff/api/payouts/:id/lease',
    permission: 'payouts.hold',
    summary: 'Take a payout in hand for five minutes, or go on with it',
    params: payoutId,
    response: z.object({ payout }),
    errors: ['NO_DATA', 'LEASED', 'ALREADY_DECIDED'],
  },
  'DELETE /staff/api/payouts/:id/lease': {
    method: 'DELETE',
    path: '/staff/api/payouts/:id/lease',
    permission: 'payouts.hold',
    summary: 'Put a payout back',
    params: payoutId,
    response: z.object({ payout }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/payouts/:id/decision': {
    method: 'POST',
    path: '/staff/api/payouts/:id/decision',
    permission: 'payouts.hold',
    summary: 'Approve, refuse or hold; 202 where a second person must approve',
    params: payoutId,
    body: z.object(decision),
    response: z.object({ payout }),
    waits,
    errors: ['NO_DATA', 'LEASED', 'ALREADY_DECIDED', 'ALREADY_PROPOSED', 'REASON_REQUIRED'],
  },
  'POST /staff/api/payouts/decisions': {
    method: 'POST',
    path: '/staff/api/payouts/decisions',
    permission: 'payouts.decide',
    summary: 'One decision about several payouts, each on its own',
    body: z.object({ ids: z.array(z.uuid()).min(1).max(BULK_MAX), ...decision }),
    response: z.object({
      results: z.array(
        z.object({
          id: z.uuid(),
          outcome: z.enum(['done', 'proposed', 'refused']),
          code: requiredText(TEXT_MAX.code),
        }),
      ),
    }),
    errors: [],
  },
});
