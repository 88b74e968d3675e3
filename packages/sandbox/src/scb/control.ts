import { toWire } from '@krapao/contract/money';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { ScbPaymentRecord } from '../store/scb-records.ts';
import type { Scb } from './scb.ts';

const paymentParams = z.object({ transactionId: z.string().max(100) });

const view = ({ amountMinor, paidAt, ...paid }: ScbPaymentRecord) => ({
  ...paid,
  amount: toWire(amountMinor),
  paidAt: new Date(paidAt).toISOString(),
});

/** Control: lists the payments at SCB, oldest first, and gives one back. */
export function scbControlRoutes(app: App, scb: Scb): void {
  app.get('/control/scb/payments', async () => scb.list().map(view));
  app.post(
    '/control/scb/payments/:transactionId/reverse',
    { schema: { params: paymentParams } },
    async ({ params }) => view(scb.reverse(params.transactionId)),
  );
}
