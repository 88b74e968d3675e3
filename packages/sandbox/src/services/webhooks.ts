/**
 * Webhooks of the emulated services. An operator enters their address at the service; here a control call does.
 * Each service signs in its own way.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { callbackUrl } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { WebhookRecord, WebhookService } from '../store/callback-records.ts';
import type { Store } from '../store/store.ts';
import { CHATWOOT, LINE, OPN, STRIPE } from './credentials.ts';

export const WEBHOOK_SERVICES = [
  'truemoney',
  'chatwoot',
  'line',
  'payonex',
  'scb',
  'opn',
  'stripe',
] as const satisfies WebhookService[];

interface Delivery {
  readonly id: string;
  readonly body: string;
  readonly nowMs: number;
}

const chatwootHeaders = ({ id, body, nowMs }: Delivery): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / 1000));
  const hash = createHmac('sha256', CHATWOOT.webhookSecret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'x-chatwoot-signature': `sha256=${hash}`,
    'x-chatwoot-timestamp': timestamp,
    'x-chatwoot-delivery': id,
  };
};

/** @param secrets in base64; two while one is being changed. */
const opnHeaders =
  (...secrets: readonly string[]) =>
  ({ body, nowMs }: Delivery): Record<string, string> => {
    const timestamp = String(Math.floor(nowMs / 1000));
    const signatures = secrets.map((secret) =>
      createHmac('sha256', Buffer.from(secret, 'base64')).update(`${timestamp}.${body}`).digest('hex'),
    );
    return { 'omise-signature': signatures.join(','), 'omise-signature-timestamp': timestamp };
  };

/** @param secrets with their prefix; two while one is being changed. */
const stripeHeaders =
  (...secrets: readonly string[]) =>
  ({ body, nowMs }: Delivery): Record<string, string> => {
    const timestamp = String(Math.floor(nowMs / 1000));
    const signatures = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    );
    return { 'stripe-signature': [`t=${timestamp}`, ...signatures.map((one) => `v1=${one}`)].join(',') };
  };

/** Headers of a delivery, by the way that its callback is signed. */
export const SIGNERS = {
  none: () => ({}),
  chatwoot: chatwootHeaders,
  line: ({ body }) => ({
    'user-agent': 'LineBotWebhook/2.0',
    'x-line-signature': createHmac('sha256', LINE.channelSecret).update(body).digest('base64'),
  }),
  opn: opnHeaders(OPN.webhookSecret),
  'opn-rotated': opnHeaders(OPN.webhookSecret, OPN.oldWebhookSecret),
  stripe: stripeHeaders(STRIPE.webhookSecret),
  'stripe-rotated': stripeHeaders(STRIPE.webhookSecret, STRIPE.oldWebhookSecret),
} satisfies Record<string, (delivery: Delivery) => Record<string, string>>;

export type Signer = keyof typeof SIGNERS;

/** Webhooks that are connected from the start, by their paths at the wallet's server. */
const FROM_THE_START: Partial<Record<WebhookService, string>> = {
  payonex: '/api/callback/gateway/PAYONEX',
};

export class Webhooks {
  readonly #store: Store;
  readonly #serverUrl: string | undefined;

  /** @param serverUrl address of the wallet's server; undefined where no webhook is connected from the start */
  constructor(store: Store, serverUrl?: string) {
    this.#store = store;
    this.#serverUrl = serverUrl;
  }

  get(service: WebhookService): WebhookRecord | undefined {
    return this.#store.get('webhooks', service) ?? this.#fromTheStart(service);
  }

  list(): WebhookRecord[] {
    return WEBHOOK_SERVICES.flatMap((service) => this.get(service) ?? []);
  }

  #fromTheStart(service: WebhookService): WebhookRecord | undefined {
    const path = FROM_THE_START[service];
    if (path === undefined || this.#serverUrl === undefined) return undefined;
    return { service, url: this.#serverUrl + path, signed: true, rotating: false };
  }

  set(webhook: WebhookRecord): void {
    this.#store.commit([{ table: 'webhooks', key: webhook.service, value: webhook }]);
  }
}

const webhookParams = z.object({ service: z.enum(WEBHOOK_SERVICES) });
const webhookBody = z.object({
  url: callbackUrl,
  signed: z.boolean().default(true),
  rotating: z.boolean().default(false),
});

/**
 * Control: sets the address of a service's webhook. `signed: false` is an older version that signs nothing, and
 * `rotating` a secret that is being changed.
 */
export function webhookControlRoutes(app: App, webhooks: Webhooks): void {
  app.get('/control/webhooks', async () => webhooks.list());
  app.put(
    '/control/webhooks/:service',
    { schema: { params: webhookParams, body: webhookBody } },
    async ({ params, body }) => {
      webhooks.set({ service: params.service, ...body });
      return webhooks.list();
    },
  );
}
