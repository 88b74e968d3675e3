import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { OpnCharges } from './charges.ts';
import type { OpnTransfers } from './transfers.ts';
import { recipientView } from './views.ts';

const idParams = z.object({ id: z.string().max(100) });
const chargeBody = z.object({
  failure_code: z.enum(['failed_processing', 'insufficient_balance', 'payment_cancelled', 'timeout']),
});
const recipientBody = z.object({ active: z.boolean() });
/** The codes of a failed transfer that the documentation lists. */
const transferBody = z.union([
  z.object({ sent: z.literal(true) }),
  z.object({
    failure_code: z.enum([
      'insufficient_balance',
      'invalid_recipient',
      'transfers_suspended',
      'transfer_deleted',
      'transfer_sent',
      'transfer_failed',
    ]),
  }),
]);

/**
 * Control: lists the charges and transfers at Opn, and gives one a state that payment and settlement never give. A
 * recipient is made active, or no longer is.
 */
export function opnControlRoutes(
  app: App,
  { charges, transfers }: { readonly charges: OpnCharges; readonly transfers: OpnTransfers },
): void {
  app.get('/control/opn/charges', async () => charges.list().map((charge) => charges.view(charge)));
  app.post(
    '/control/opn/charges/:id',
    { schema: { params: idParams, body: chargeBody } },
    async ({ params, body }) => charges.view(charges.fail(params.id, body.failure_code)),
  );
  app.get('/control/opn/transfers', async () => transfers.list().map((transfer) => transfers.view(transfer)));
  app.post(
    '/control/opn/transfers/:id',
    { schema: { params: idParams, body: transferBody } },
    async ({ params: { id }, body }) =>
      transfers.view('sent' in body ? transfers.send(id) : transfers.fail(id, body.failure_code)),
  );
  app.post(
    '/control/opn/recipients/:id',
    { schema: { params: idParams, body: recipientBody } },
    async ({ params, body }) => recipientView(transfers.setActive(params.id, body.active)),
  );
}
