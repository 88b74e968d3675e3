/**
 * The emulated Stripe with PromptPay, under `/stripe`. Calls, parameters and errors are documented or in its official
 * client (A). Requests are forms, answers are JSON.
 */
import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { minor, type Minor } from '@krapao/contract/money';
import { toBuffer as drawPng, toString as drawSvg } from 'qrcode';
import { z } from 'zod';
import { html } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { STRIPE } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isBasic, isEqual } from '../services/equal.ts';
import { listOf, nested } from '../services/nested-form.ts';
import type { Store } from '../store/store.ts';
import type { StripeIntentRecord } from '../store/stripe-records.ts';
import { badRequest, ERRORS, read, refuse } from './errors.ts';
import { freshId } from './ids.ts';
import type { StripeIntents } from './intents.ts';
import { expand, listQuery, pageOf } from './lists.ts';
import { Replays } from './replays.ts';
import { instructionsPath, picturePath } from './views.ts';

const PATH = '/stripe/v1';
const PORT = 'gateway:stripe';
/** From 10 baht, and at most eight digits. */
const [LEAST, MOST] = [1_000n, 99_999_999n];
/** What the account has before the first payment: a million baht. */
const AVAILABLE = 100_000_000;

export interface StripeDeps extends FrameDeps {
  readonly stripe: StripeIntents;
  readonly store: Store;
}

const text = z.string().max(500);
const amount = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((digits): Minor => minor(BigInt(digits)));
const methodData = z.object({
  type: z.literal('promptpay'),
  billing_details: z.object({ email: z.email().optional() }).default({}),
});
const confirmBody = z.strictObject({
  payment_method_data: methodData.optional(),
  return_url: text.optional(),
  receipt_email: text.optional(),
  client_secret: text.optional(),
  expand: z.unknown().optional(),
});
const createBody = z.strictObject({
  amount,
  currency: z.string().refine((code) => code.toLowerCase() === 'thb'),
  payment_method_types: z
    .preprocess(listOf, z.array(z.string()))
    .refine((types) => types.includes('promptpay'))
    .default(['promptpay']),
  automatic_payment_methods: z.unknown().optional(),
  confirm: z.enum(['true', 'false']).default('false'),
  payment_method_data: methodData.optional(),
  description: text.optional(),
  metadata: z.record(z.string().max(40), text).default({}),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  statement_descriptor: text.optional(),
  expand: z.unknown().optional(),
});
const cancelBody = z.strictObject({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
  expand: z.unknown().optional(),
});
const showQuery = z.strictObject({ expand });
const idParams = z.object({ id: z.string() });
const qrParams = z.object({ orderId: z.string() });

const fieldsOf = (body: unknown) => nested((body ?? {}) as Record<string, unknown>);

export function stripeRoutes(app: App, deps: StripeDeps): void {
  const { stripe, store, now } = deps;
  app.register(async (plugin) => {
    const child = plugin.withTypeProvider<ZodTypeProvider>();
    const { body: failure } = ERRORS.api_error;
    const frame = { errors: ERRORS, badRequest, failure: failure as object, refusal: ERRORS.rate_limit };
    emulate(child, { port: PORT, ...frame }, deps);
    child.addHook('onRequest', async (_request, reply) => {
      reply.header('request-id', freshId('req', 14));
    });
    child.addHook('preValidation', async ({ headers }) => {
      const { authorization, 'content-type': type = '' } = headers;
      if (!authorization) refuse('no_api_key');
      const isKnown =
        isEqual(authorization, `Bearer ${STRIPE.secretKey}`) || isBasic(authorization, STRIPE.secretKey, '');
      if (!isKnown) refuse('invalid_api_key');
      if (type.includes('json')) refuse('no_form');
    });
    const replays = new Replays(store, now);
    replays.watch(child);
    intentRoutes(child, deps, replays);
    balanceRoute(child, stripe);
  });
  qrRoutes(app, stripe);
}

function intentRoutes(app: App, { stripe, faults }: StripeDeps, replays: Replays): void {
  const get = (params: unknown): StripeIntentRecord =>
    stripe.find(idParams.parse(params).id) ?? refuse('resource_missing');
  /** @throws Refusal */
  const confirm = (intent: StripeIntentRecord, data: z.output<typeof methodData> | undefined) => {
    if (data?.billing_details.email === undefined) refuse('no_email');
    return stripe.confirm(intent) ?? refuse('payment_intent_unexpected_state');
  };

  app.post(
    `${PATH}/payment_intents`,
    replays.once(async ({ body }) => {
      const asked = read(createBody, fieldsOf(body));
      if (faults.planQuota(PORT)) refuse('rate_limit');
      if (asked.amount < LEAST) refuse('amount_too_small');
      if (asked.amount > MOST) refuse('amount_too_large');
      const data = asked.payment_method_data;
      const isConfirmed = asked.confirm === 'true';
      if (isConfirmed && data?.billing_details.email === undefined) refuse('no_email');
      const { metadata, description = null } = asked;
      const intent = stripe.create({ amount: asked.amount, description, metadata });
      return stripe.view(isConfirmed ? confirm(intent, data) : intent);
    }),
  );

  app.get(`${PATH}/payment_intents/:id`, async ({ params, query }) => {
    const { expand } = read(showQuery, fieldsOf(query));
    return stripe.view(get(params), expand.includes('latest_charge'));
  });

  app.get(`${PATH}/payment_intents`, async ({ query }) => {
    const { expand, ...asked } = read(listQuery, fieldsOf(query));
    const { entries, hasMore } = pageOf(stripe.list(), asked);
    const isExpanded = expand.includes('data.latest_charge');
    const data = entries.map((intent) => stripe.view(intent, isExpanded));
    return { object: 'list', url: '/v1/payment_intents', has_more: hasMore, data };
  });

  app.post(
    `${PATH}/payment_intents/:id/confirm`,
    replays.once(async ({ params, body }) => {
      const { payment_method_data: data } = read(confirmBody, fieldsOf(body));
      if (faults.planQuota(PORT)) refuse('rate_limit');
      return stripe.view(confirm(get(params), data));
    }),
  );

  app.post(
    `${PATH}/payment_intents/:id/cancel`,
    replays.once(async ({ params, body }) => {
      const { cancellation_reason: reason = null } = read(cancelBody, fieldsOf(body));
      return stripe.view(stripe.cancel(get(params), reason) ?? refuse('payment_intent_unexpected_state'));
    }),
  );
}

function balanceRoute(app: App, stripe: StripeIntents): void {
  app.get(`${PATH}/balance`, async () => ({
    object: 'balance',
    available: [{ amount: AVAILABLE, currency: 'thb', source_types: { card: AVAILABLE } }],
    livemode: false,
    pending: [{ amount: Number(stripe.paid()), currency: 'thb', source_types: { card: 0 } }],
  }));
}

/** The pictures of a QR and the page with it, which need no key: people open them from their addresses. */
function qrRoutes(app: App, stripe: StripeIntents): void {
  const route = (
    path: string,
    show: (payload: string, orderId: string) => Promise<string | Buffer>,
    type: string,
  ) => {
    app.get(
      path,
      { schema: { params: qrParams } },
      async ({ params: { orderId } }, reply): Promise<FastifyReply> => {
        const payload = stripe.payloadOf(orderId);
        if (payload === undefined) return reply.code(404).send(ERRORS.resource_missing.body);
        return reply.type(type).send(await show(payload, orderId));
      },
    );
  };
  route(picturePath(':orderId', 'png'), async (payload) => drawPng(payload), 'image/png');
  route(
    picturePath(':orderId', 'svg'),
    async (payload) => drawSvg(payload, { type: 'svg', margin: 2 }),
    'image/svg+xml',
  );
  route(
    instructionsPath(':orderId'),
    async (_payload, orderId) =>
      html`<!doctype html>
        <title>PromptPay</title>
        <h1>Scan to pay</h1>
        <img src="${picturePath(orderId, 'svg')}" alt="PromptPay QR" width="240" height="240" />`.markup,
    'text/html; charset=utf-8',
  );
}
