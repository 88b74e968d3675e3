import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Payonex } from './payonex.ts';
import { transactionView } from './views.ts';

const uuidParams = z.object({ uuid: z.string().max(100) });
const statusBody = z.object({ status: z.enum(['PROCESSING', 'ON_HOLD', 'REJECTED', 'REFUNDED']) });

/** Control: lists the transactions of PayoneX, and gives one a state that payment and settlement never give. */
export function payonexControlRoutes(app: App, payonex: Payonex): void {
  app.get('/control/payonex/transactions', async () =>
    payonex.list().map((transaction) => transactionView(transaction, false)),
  );

  app.post(
    '/control/payonex/transactions/:uuid',
    { schema: { params: uuidParams, body: statusBody } },
    async ({ params, body }) => transactionView(payonex.force(params.uuid, body.status), false),
  );
}
