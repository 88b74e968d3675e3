import { z } from 'zod';
import { amount, page, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';
import { movementStatus } from './wallet.ts';

/** What happened to a member's money. */

export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** What was out of the ordinary about a deposit. */
export const STATEMENT_NOTES = ['LATE_PAYMENT', 'OTHER_AMOUNT', 'DELAYED_PAYOUT'] as const;
export type StatementNote = (typeof STATEMENT_NOTES)[number];

/** What a movement goes through: made, handed to the other side, ended. */
export const RECEIPT_STEPS = ['created', 'delayed', 'sent', 'posted', 'voided'] as const;
export type ReceiptStep = (typeof RECEIPT_STEPS)[number];

const linked = z.object({ description: z.string() }).optional();

export const statementItem = z.object({
  _id: z.string(),
  statementType: z.enum(STATEMENT_TYPES),
  from: z.string(),
  to: z.string(),
  amount,
  status: movementStatus,
  createdAt: timestamp,
  bonus: linked,
  promotion: linked,
  invite: linked,
  refund: linked,
  luckydraw: linked,
  note: z.enum(STATEMENT_NOTES).optional(),
});

/** A movement with all its steps. */
export const receipt = statementItem.extend({
  steps: z.array(z.object({ step: z.enum(RECEIPT_STEPS), at: timestamp })),
  reason: z.string().optional().meta({ description: 'Why it failed, in the other side’s words' }),
  canCancel: z.boolean(),
});

export const statement = defineArea({
  'POST /api/statement': defineRoute({
    method: 'POST',
    path: '/api/statement',
    access: 'member',
    summary: 'A page of the member’s movements, newest first',
    body: page,
    response: z.object({ total: z.int(), statements: z.array(statementItem) }),
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
