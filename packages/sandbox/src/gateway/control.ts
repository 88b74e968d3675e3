import { toWire } from '@krapao/contract/money';
import { toString as drawQr } from 'qrcode';
import { z } from 'zod';
import { bankInfo } from '../bank/banks.ts';
import { positiveBaht, reference } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { OrderRecord } from '../store/records.ts';
import { currencyOf, type Gateway } from './orders.ts';

const MAX_LISTED = 100;

const qrParams = z.object({ qrcodeId: reference });
const payer = z.object({
  name: z.string().trim().min(1).max(100),
  bankCode: z.string().refine((code) => bankInfo(code)?.number, 'must be the code of a Thai bank'),
  accountNo: z.string().regex(/^\d{5,20}$/, 'must be 5 to 20 digits'),
});
const payBody = z.object({ amount: positiveBaht.optional(), payer: payer.optional() }).nullish();

/** Control: lists the QR orders that wait for a payment, and pays one. */
export function gatewayControlRoutes(app: App, gateway: Gateway): void {
  const view = (order: OrderRecord) => ({
    qrcodeId: order.reference,
    provider: order.provider,
    amount: toWire(order.amountMinor),
    currency: currencyOf(order),
    payload: order.payload,
    status: gateway.statusOf(order),
    createdAt: new Date(order.createdAt).toISOString(),
    expiresAt: new Date(order.expiresAt).toISOString(),
  });

  app.get('/control/qr', async () => gateway.list(MAX_LISTED, true).map(view));

  app.post(
    '/control/qr/:qrcodeId/pay',
    { schema: { params: qrParams, body: payBody } },
    async ({ params, body }) => {
      const payment = gateway.pay(gateway.findAnywhere(params.qrcodeId), body?.amount, body?.payer);
      return {
        paymentId: payment.paymentId,
        qrcodeId: payment.reference,
        provider: payment.provider,
        amount: toWire(payment.amountMinor),
        paidAt: new Date(payment.paidAt).toISOString(),
      };
    },
  );

  app.get('/control/qr/:qrcodeId/image.svg', { schema: { params: qrParams } }, async ({ params }, reply) => {
    const svg = await drawQr(gateway.findAnywhere(params.qrcodeId).payload, { type: 'svg', margin: 2 });
    return reply.type('image/svg+xml').header('cache-control', 'max-age=3600').send(svg);
  });
}
