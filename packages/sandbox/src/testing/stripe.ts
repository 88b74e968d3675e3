/** Test fixtures of the emulated Stripe. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { SandboxOptions } from '../app.ts';
import { raw, type RawAnswer, type RawCall } from './raw.ts';
import { startReceiver, startWorld, testClock, type Receiver, type TestWorld } from './world.ts';

const SECRET = 'whsec_demo_stripe';
const KEY = { authorization: 'Bearer sk_test_demo' };
export const CONFIRMED = {
  confirm: 'true',
  'payment_method_data[type]': 'promptpay',
  'payment_method_data[billing_details][email]': 'player@example.com',
};

/** Fields of an object of Stripe that tests read. */
export interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface StripeWorld {
  readonly world: TestWorld;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof testClock>;
  /** A call with the secret key, unless the call has other headers. */
  readonly ask: (path: string, call?: RawCall) => Promise<RawAnswer>;
  /** Asks for a confirmed PaymentIntent of 500.25 baht, whose metadata is `{ ref: 'DEP1' }`. */
  readonly create: (more?: Record<string, string>, key?: string) => Promise<RawAnswer>;
  /** As {@link create}. Returns the PaymentIntent. */
  readonly open: (more?: Record<string, string>) => Promise<Shown>;
  readonly find: (id: string) => Promise<Shown>;
  readonly pay: (reference: string, body?: object) => Promise<{ status: number; body: unknown }>;
  readonly strike: (kind: string) => Promise<void>;
  /** The events so far: `payment_intent.succeeded pi_…`, `forged` where a signature does not fit. */
  readonly told: () => string[];
}

export const shown = ({ body }: RawAnswer): Shown => body as Shown;

/** Returns what shows the QR of a PaymentIntent. */
export const qrOf = (intent: Shown): Record<string, string> =>
  (intent['next_action'] as Record<string, Record<string, string>> | null)?.['promptpay_display_qr_code'] ??
  {};

/** Starts a sandbox with the address of the webhook. */
export async function stripeWorld(options: SandboxOptions = {}): Promise<StripeWorld> {
  const clock = testClock();
  const [world, receiver] = await Promise.all([
    startWorld({ now: clock.now, callbackPauseMs: () => 10, ...options }),
    startReceiver(),
  ]);
  await world.control('PUT', '/control/webhooks/stripe', { url: `${receiver.url}/stripe` });
  const ask = (path: string, { headers = {}, ...call }: RawCall = {}) =>
    raw(`${world.url}/stripe/v1${path}`, { headers: { ...KEY, ...headers }, ...call });
  const create = (more: Record<string, string> = {}, key?: string) =>
    ask('/payment_intents', {
      headers: key === undefined ? {} : { 'idempotency-key': key },
      form: {
        amount: '50025',
        currency: 'thb',
        'payment_method_types[]': 'promptpay',
        'metadata[ref]': 'DEP1',
        ...CONFIRMED,
        ...more,
      },
    });
  return {
    world,
    receiver,
    clock,
    ask,
    create,
    async open(more) {
      const answer = await create(more);
      expect(answer.status).toBe(200);
      return shown(answer);
    },
    find: async (id) => shown(await ask(`/payment_intents/${id}`)),
    pay: (reference, body = {}) => world.control('POST', `/control/qr/${reference}/pay`, body),
    async strike(kind) {
      const answer = await world.control('POST', '/control/faults', {
        port: 'gateway:stripe',
        kind,
        rate: 1,
      });
      expect(answer.status).toBe(200);
    },
    told: () =>
      receiver.received.map(({ text, headers }) => {
        const [, timestamp = '', signature] =
          /^t=(\d+),v1=([0-9a-f]{64})/.exec(String(headers['stripe-signature'])) ?? [];
        const isGood =
          createHmac('sha256', SECRET).update(`${timestamp}.${text}`).digest('hex') === signature;
        const { type, data } = JSON.parse(text) as { type: string; data: { object: Shown } };
        return `${isGood ? '' : 'forged '}${type} ${data.object.id}`;
      }),
  };
}
