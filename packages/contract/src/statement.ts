import { z } from 'zod';
import { amount, page, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';
import { movementStatus } from './wallet.ts';

/** What happened to a member's money. */

export const STATEMENT_TYPES = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

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
});
