import { CURRENCIES, toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import { amountText, callbackUrl, isoTime, providerCode, reference } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { OrderRecord, PaymentRecord } from '../store/records.ts';
import type { Gateway } from './orders.ts';

const orderBody = z.object({
  reference,
  amount: amountText,
  currency: z.enum(CURRENCIES).default('BAHT'),
  expiresAt: isoTime,
  callbackUrl,
});
const providerParams = z.object({ provider: providerCode });
const orderParams = z.object({ provider: providerCode, reference });
const sinceQuery = z.object({ since: isoTime.optional() });

const iso = (atMs: number): string => new Date(atMs).toISOString();

const paymentReply = ({ paymentId, amountMinor, paidAt }: PaymentRecord) => ({
  paymentId,
  amount: toDecimal(amountMinor),
  paidAt: iso(paidAt),
});

export function gatewayRoutes(app: App, gateway: Gateway): void {
  const orderReply = (order: OrderRecord) => ({
    orderId: order.orderId,
    reference: order.reference,
    amount: toDecimal(order.amountMinor),
    payload: order.payload,
    expiresAt: iso(order.expiresAt),
    status: gateway.statusOf(order),
  });

  app.post(
    '/gateway/:provider/orders',
    { schema: { params: providerParams, body: orderBody } },
    async ({ params, body }) => orderReply(gateway.open(params.provider, body)),
  );

  app.get('/gateway/:provider/orders/:reference', { schema: { params: orderParams } }, async ({ params }) => {
    const order = gateway.find(params.provider, params.reference);
    return { ...orderReply(order), payments: gateway.paymentsOf(order).map(paymentReply) };
  });

  app.post(
    '/gateway/:provider/orders/:reference/cancel',
    { schema: { params: orderParams } },
    async ({ params }) => ({ status: gateway.cancel(params.provider, params.reference) }),
  );

  app.get(
    '/gateway/:provider/payments',
    { schema: { params: providerParams, querystring: sinceQuery } },
    async ({ params, query }) => ({
      payments: gateway
        .paymentsSince(params.provider, query.since ?? 0)
        .map((payment) => ({ ...paymentReply(payment), reference: payment.reference })),
    }),
  );
}
