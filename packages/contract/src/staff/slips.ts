import { z } from 'zod';
import { amount, currency, requiredText, sentAmount, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { bankAccount, list, memberRef, pageId, waits } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Reasons of a refusal by a person, which the member reads in their language. `UNKNOW_ERROR`: contact us. */
export const SLIP_REFUSALS = [
  'INVALID_SLIP',
  'DEST_ACC_INVALID',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'SLIP_REFNO_DUPLICATED',
  'UNKNOW_ERROR',
] as const;
export type SlipRefusal = (typeof SLIP_REFUSALS)[number];

/** Answers of the look-up service. `refused`: it rejects the reference. `unknown`: it did not answer. */
export const SLIP_ANSWERS = ['found', 'not_found', 'delayed', 'quota', 'refused', 'unknown'] as const;

const slipId = z.object({ id: z.uuid() });

/** A slip that a machine could not credit. */
const listedSlip = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  member: memberRef,
  state: z.enum(['processing', 'success', 'failed']),
  note: z.string(),
  amount,
  sendingBank: z.string(),
  reference: z.string(),
  hasPicture: z.boolean(),
});

/** A slip with everything that is known of it. */
export const staffSlip = listedSlip.extend({
  currency,
  /** Why exactly it was refused or waits; empty where the note says it all. */
  why: z.string(),
  /** The last answer of the look-up service; null when it was not asked. */
  answer: z
    .object({
      answer: z.enum(SLIP_ANSWERS),
      toldAt: timestamp,
      reason: z.string(),
      transfer: z.object({ amount, at: timestamp, from: bankAccount, to: bankAccount }).nullable(),
    })
    .nullable(),
  /** The operator's accounts that the transfer can have gone to. */
  accounts: z.array(bankAccount),
  /** The open proposal to accept it, if there is one. */
  approvalId: z.uuid().nullable(),
  /** Who decided it; empty for the machine. */
  decidedBy: z.string(),
  decidedAt: timestamp.nullable(),
});

/**
 * What a person read from the picture. Only what the machine does not know: its reading and the look-up's answer are
 * never overruled.
 */
const readTransfer = z.object({
  /** The sending bank's three digits at the Bank of Thailand. */
  sendingBank: z
    .string()
    .regex(/^\d{3}$/)
    .optional(),
  reference: z
    .string()
    .regex(/^\w{6,40}$/)
    .optional(),
  amount: sentAmount.refine((value) => value > 0, 'more than 0').optional(),
  at: z.iso.datetime({ offset: true }).optional(),
});

/** Slips, and their decision by a person. */
export const staffSlips = defineStaffArea({
  'GET /staff/api/slips': {
    method: 'GET',
    path: '/staff/api/slips',
    permission: 'suspense.read',
    summary: 'Slips that were refused or wait, newest first',
    query: z.object({ state: z.enum(['processing', 'failed']).default('failed'), after: pageId.optional() }),
    response: list(listedSlip),
    errors: [],
  },
  'GET /staff/api/slips/:id': {
    method: 'GET',
    path: '/staff/api/slips/:id',
    permission: 'suspense.read',
    summary: 'One slip: what was read, what the look-up service says, why it was not accepted',
    params: slipId,
    response: z.object({ slip: staffSlip }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/slips/:id/picture': {
    method: 'GET',
    path: '/staff/api/slips/:id/picture',
    permission: 'suspense.read',
    summary: 'The picture of a slip; recorded',
    params: slipId,
    response: z.never(),
    file: true,
    errors: ['NO_DATA'],
  },
  'POST /staff/api/slips/:id/decision': {
    method: 'POST',
    path: '/staff/api/slips/:id/decision',
    permission: 'suspense.act',
    summary: 'Accept or refuse a slip that was not credited; 202 where a second person must approve',
    params: slipId,
    body: z.discriminatedUnion('decision', [
      z.object({
        decision: z.literal('accept'),
        /** The operator's account that the money went to. */
        accountNo: requiredText(TEXT_MAX.bankAccountNo),
        transfer: readTransfer.default({}),
        reason,
      }),
      z.object({
        decision: z.literal('refuse'),
        /** Shown to the member. */
        shown: z.enum(SLIP_REFUSALS).default('UNKNOW_ERROR'),
        reason,
      }),
    ]),
    response: z.object({ slip: staffSlip }),
    waits,
    errors: [
      'NO_DATA',
      'NOT_POSSIBLE',
      'ALREADY_DECIDED',
      'ALREADY_PROPOSED',
      'REFERENCE_USED',
      'MONEY_HELD',
      'CREDITED_ELSEWHERE',
    ],
  },
});
