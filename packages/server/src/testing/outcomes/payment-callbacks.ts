import { createHmac } from 'node:crypto';
import { OpnClient } from '../../adapters/opn/client.ts';
import { createOpnGateway } from '../../adapters/opn/gateway.ts';
import { StripeClient } from '../../adapters/stripe/client.ts';
import { createStripeGateway } from '../../adapters/stripe/gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import { answerJson, startAnswering } from '../answering.ts';
import type { CallbackTrial } from './callback-trial.ts';

const REFERENCE = 'order-1';
const CHARGE = {
  object: 'charge',
  id: 'chrg_test_1',
  status: 'successful',
  paid: true,
  paid_at: '2026-01-02T03:04:05Z',
  amount: 50_000,
  currency: 'THB',
  metadata: { reference: REFERENCE },
};
const INTENT = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  created: 1_767_323_045,
  amount_received: 50_000,
  currency: 'thb',
  metadata: { reference: REFERENCE },
};

/** Records that know one order. */
const RECORDS: ServiceRecords = {
  begin: () => Promise.resolve(true),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  find: (_service, ours) =>
    Promise.resolve(ours === REFERENCE ? { theirs: null, begunAt: new Date(0) } : undefined),
};

/** A time in seconds, and the HMAC of it and a body. */
const stamp = (atMs: number, rawBody: string, key: string | Buffer) => {
  const time = String(Math.floor(atMs / 1_000));
  return { time, hash: createHmac('sha256', key).update(`${time}.${rawBody}`).digest('hex') };
};

/**
 * Returns the signed callbacks of payments, whose services have one paid order on record. Those of SCB and PayoneX are
 * not signed.
 * @param secret of the webhooks
 */
export async function startPaymentCallbacks(
  secret: string,
): Promise<{ trials: CallbackTrial[]; stop: () => Promise<void> }> {
  const service = await startAnswering(({ url = '' }, _body, response) =>
    answerJson(response, 200, url.startsWith('/charges') ? CHARGE : INTENT),
  );
  const connection = { baseUrl: service.url, timeoutMs: 5_000 };
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const opn = createOpnGateway({
    client: new OpnClient({ ...connection, secretKey: 'skey_test_1' }),
    records: RECORDS,
    gateway: 'OPN',
    webhookSecret: base64(secret),
    readQr: () => Promise.resolve([]),
  });
  const stripe = createStripeGateway({
    client: new StripeClient({ ...connection, secretKey: 'sk_test_1' }),
    records: RECORDS,
    gateway: 'STRIPE',
    webhookSecret: secret,
    email: 'cashier@operator.example',
  });
  const trials: CallbackTrial[] = [
    {
      service: 'opn',
      body: { object: 'event', key: 'charge.complete', data: CHARGE },
      needed: 'data',
      sign: (body, key, atMs) => {
        const rawBody = JSON.stringify(body);
        const { time, hash } = stamp(atMs, rawBody, Buffer.from(key));
        return { rawBody, headers: { 'omise-signature': hash, 'omise-signature-timestamp': time } };
      },
      read: (callback) => opn.readCallback(callback),
    },
    {
      service: 'stripe',
      body: { object: 'event', type: 'payment_intent.succeeded', data: { object: INTENT } },
      needed: 'data',
      sign: (body, key, atMs) => {
        const rawBody = JSON.stringify(body);
        const { time, hash } = stamp(atMs, rawBody, key);
        return { rawBody, headers: { 'stripe-signature': `t=${time},v1=${hash}` } };
      },
      read: (callback) => stripe.readCallback(callback),
    },
  ];
  return { trials, stop: () => service.stop() };
}
