import { z } from 'zod';
import { amount, page, text, timestamp } from './fields.ts';
import { SEARCH_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';
import { movementStatus } from './wallet.ts';

/** The history of a member's money. */

export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** Irregularities of a movement. */
export const STATEMENT_NOTES = [
  'LATE_PAYMENT',
  'OTHER_AMOUNT',
  'DELAYED_PAYOUT',
  'IN_REVIEW',
  'ACCESS_REVIEW',
] as const;
export type StatementNote = (typeof STATEMENT_NOTES)[number];

/**
 * Steps of a movement. Before it there may be a requested QR (`ordered`), a submitted slip or gift link
 * (`slip`, `gift`), or money not matched to any member (`unmatched`). The movement is then created, its
 * amount held, checked by a person if need be (`review`), handed to the other side, and ended.
 */
const RECEIPT_STEPS = [
  'ordered',
  'slip',
  'gift',
  'unmatched',
  'created',
  'held',
  'delayed',
  'review',
  'sent',
  'posted',
  'voided',
] as const;
export type ReceiptStep = (typeof RECEIPT_STEPS)[number];

const linked = z.object({ description: z.string() }).optional();

const statementItem = z.object({
  _id: z.string(),
  statementType: z.enum(STATEMENT_TYPES),
  from: z.string(),
  to: z.string(),
  amount,
  held: amount.optional().meta({
    description:
      'The part of a deposit that went on to the held balance, or the amount of a withdrawal that was paid out of it; only where there is one',
  }),
  status: movementStatus,
  createdAt: timestamp,
  bonus: linked,
  promotion: linked,
  invite: linked,
  refund: linked,
  luckydraw: linked,
  note: z.enum(STATEMENT_NOTES).optional(),
  correction: z.boolean().optional().meta({
    description:
      'A correction by the operator: `bonus` where money came in, `finish_bonus` where it went out',
  }),
});

/** A movement with all its steps. */
export const receipt = statementItem.extend({
  steps: z.array(z.object({ step: z.enum(RECEIPT_STEPS), at: timestamp })),
  reason: z.string().optional().meta({ description: 'Why it failed, in the other side’s words' }),
  canCancel: z.boolean(),
  account: z.string().optional().meta({ description: 'Last digits of the bank account paid to or from' }),
  otherReference: z.string().optional().meta({ description: 'What the other side calls the movement' }),
  ordered: amount.optional().meta({ description: 'What the QR asked for, where another amount was paid' }),
  asking: z
    .object({ attempts: z.int(), nextAt: timestamp })
    .optional()
    .meta({ description: 'How often the other side has been asked how it ended, and when it is asked next' }),
  otherHalf: z
    .object({ _id: z.string(), comes: z.enum(['before', 'after']) })
    .optional()
    .meta({ description: 'The other half of a movement from game to game' }),
});

/** Reason why a member's money is not credited: below the channel's minimum, or in manual review. */
const WAITING_REASONS = ['BELOW_MINIMUM', 'UNDER_REVIEW'] as const;

/** Money from the member's own phone or bank account that is not in the wallet. */
export const waitingMoney = z.object({
  _id: z.string(),
  from: z.string().meta({ description: 'Where it came from, as in the statement' }),
  amount,
  createdAt: timestamp,
  reason: z.enum(WAITING_REASONS),
});

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day in Bangkok, `YYYY-MM-DD`. */
const day = z.string().refine((value) => {
  const at = new Date(`${value}T00:00:00Z`);
  return DAY.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}, 'must be a day such as 2026-11-20');

/** Filter of movements; a part left out does not restrict. */
export const statementFilter = z.object({
  statementType: z.enum(STATEMENT_TYPES).optional(),
  status: movementStatus.optional(),
  since: day.optional().meta({ description: 'First day, in Bangkok' }),
  until: day.optional().meta({ description: 'Last day, in Bangkok' }),
  search: text(SEARCH_MAX).optional().meta({ description: 'An amount, or a part of a reference' }),
});
export type StatementFilter = z.output<typeof statementFilter>;

export const statement = defineArea({
  'POST /api/statement': defineRoute({
    method: 'POST',
    path: '/api/statement',
    access: 'member',
    summary: 'A page of the member’s movements, newest first',
    body: page.extend(statementFilter.shape),
    response: z.object({ total: z.int(), statements: z.array(statementItem) }),
    errors: [],
  }),
  'POST /api/statement/csv': defineRoute({
    method: 'POST',
    path: '/api/statement/csv',
    access: 'member',
    summary: 'The member’s movements as a table, newest first',
    body: statementFilter,
    response: z.string(),
    contentType: 'text/csv; charset=utf-8',
    errors: ['REQUEST_LIMIT'],
  }),
  'GET /api/statement/waiting': defineRoute({
    method: 'GET',
    path: '/api/statement/waiting',
    access: 'member',
    summary: 'What the member has sent and is not credited yet, the newest first; fifty at most',
    response: z.object({ waiting: z.array(waitingMoney) }),
    errors: [],
  }),
  'GET /api/statement/item/:transferId': defineRoute({
    method: 'GET',
    path: '/api/statement/item/:transferId',
    access: 'member',
    summary: 'One of the member’s movements with its steps',
    params: z.object({ transferId: z.uuid() }),
    response: receipt,
    errors: ['NO_DATA'],
  }),
});
