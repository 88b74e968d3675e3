import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { StripeIntents } from './intents.ts';

const idParams = z.object({ id: z.string().max(100) });
const failBody = z.object({
  code: z.enum([
    'payment_intent_payment_attempt_expired',
    'payment_intent_payment_attempt_failed',
    'payment_method_customer_decline',
  ]),
});

/** Control: lists the PaymentIntents at Stripe, and lets the attempt of one fail. */
export function stripeControlRoutes(app: App, stripe: StripeIntents): void {
  app.get('/control/stripe/payment_intents', async () => stripe.list().map((intent) => stripe.view(intent)));
  app.post(
    '/control/stripe/payment_intents/:id',
    { schema: { params: idParams, body: failBody } },
    async ({ params, body }) => stripe.view(stripe.fail(params.id, body.code)),
  );
}
