import { toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import { amountText, callbackUrl, reference } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import { toPayoutView, type Bank } from './payouts.ts';

const MAX_LISTED = 100;

const payoutBody = z.object({
  reference,
  amount: amountText,
  toBankCode: z.string().min(1).max(40),
  toAccountNo: z.string().min(1).max(40),
  toAccountName: z.string().min(1).max(200),
  callbackUrl,
});

const payoutsQuery = z.object({ state: z.enum(['accepted', 'done', 'refused']).optional() });

export function bankRoutes(app: App, bank: Bank): void {
  app.post('/bank/payouts', { schema: { body: payoutBody } }, async ({ body }) => {
    const { payoutId, reference: ours } = bank.accept(body);
    return { payoutId, reference: ours, status: 'accepted' };
  });

  app.get('/bank/payouts/:reference', { schema: { params: z.object({ reference }) } }, async ({ params }) => {
    const payout = bank.find(params.reference);
    return {
      payoutId: payout.payoutId,
      reference: payout.reference,
      amount: toDecimal(payout.amountMinor),
      status: payout.state,
    };
  });
}

/** Control: lists accepted payouts, newest first, and settles one. */
export function bankControlRoutes(app: App, bank: Bank): void {
  app.get('/control/payouts', { schema: { querystring: payoutsQuery } }, async ({ query }) =>
    bank.list(MAX_LISTED, query.state).map(toPayoutView),
  );

  app.post(
    '/control/payouts/:id',
    {
      schema: {
        params: z.object({ id: z.string().max(100) }),
        body: z.object({ result: z.enum(['done', 'refused']) }),
      },
    },
    async ({ params, body }) => toPayoutView(bank.settle(params.id, body.result)),
  );
}
