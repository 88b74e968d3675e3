/**
 * The shapes of Stripe's objects: the fields of its official client (A), with amounts in satang. In test mode `data`
 * is an address and no text of a QR (C): the other shape here.
 */
import type { StripeAttempt, StripeIntentRecord } from '../store/stripe-records.ts';

const secondsOf = (atMs: number): number => Math.floor(atMs / 1000);

const FAILURES: Readonly<Record<string, string>> = {
  payment_intent_payment_attempt_expired:
    'The PromptPay payment attempt of this PaymentIntent has expired. Provide a new PaymentMethod to try again.',
  payment_intent_payment_attempt_failed: 'The payment attempt failed.',
  payment_method_customer_decline: 'The customer declined the payment.',
};

export interface Shown {
  /** Address of the sandbox for people, before a picture's path. */
  readonly sandboxUrl: string;
  readonly alternate: boolean;
  /** With the charge itself in place of its id. */
  readonly isExpanded: boolean;
}

export const picturePath = (orderId: string, kind: 'png' | 'svg'): string => `/stripe/qr/${orderId}.${kind}`;
export const instructionsPath = (orderId: string): string => `/stripe/promptpay/instructions/${orderId}`;

const nextActionOf = ({ orderId, payload }: StripeAttempt, { sandboxUrl, alternate }: Shown) => ({
  type: 'promptpay_display_qr_code',
  promptpay_display_qr_code: {
    data: alternate ? sandboxUrl + instructionsPath(orderId) : payload,
    hosted_instructions_url: sandboxUrl + instructionsPath(orderId),
    image_url_png: sandboxUrl + picturePath(orderId, 'png'),
    image_url_svg: sandboxUrl + picturePath(orderId, 'svg'),
  },
});

/** Returns what a paid intent's charge tells; null before it is paid. */
const chargeView = ({ id, chargeId, amountMinor, paidAt, metadata }: StripeIntentRecord) =>
  chargeId === null || paidAt === null
    ? null
    : {
        id: chargeId,
        object: 'charge',
        amount: Number(amountMinor),
        amount_captured: Number(amountMinor),
        amount_refunded: 0,
        created: secondsOf(paidAt),
        currency: 'thb',
        livemode: false,
        metadata,
        paid: true,
        payment_intent: id,
        refunded: false,
        status: 'succeeded',
      };

export function intentView(intent: StripeIntentRecord, shown: Shown) {
  const { id, status, amountMinor, attempt, failure, canceledAt } = intent;
  return {
    id,
    object: 'payment_intent',
    amount: Number(amountMinor),
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? Number(amountMinor) : 0,
    application: null,
    automatic_payment_methods: null,
    canceled_at: canceledAt === null ? null : secondsOf(canceledAt),
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.secret,
    confirmation_method: 'automatic',
    created: secondsOf(intent.createdAt),
    currency: 'thb',
    customer: null,
    description: intent.description,
    last_payment_error:
      failure === null ? null : { type: 'card_error', code: failure, message: FAILURES[failure] ?? failure },
    latest_charge: shown.isExpanded ? chargeView(intent) : intent.chargeId,
    livemode: false,
    metadata: intent.metadata,
    next_action: status === 'requires_action' && attempt ? nextActionOf(attempt, shown) : null,
    payment_method: status === 'requires_payment_method' ? null : (attempt?.paymentMethodId ?? null),
    payment_method_options: { promptpay: {} },
    payment_method_types: ['promptpay'],
    processing: null,
    receipt_email: null,
    statement_descriptor: null,
    status,
  };
}

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled';

export const eventView = (
  id: string,
  type: EventType,
  { atMs, object }: { atMs: number; object: object },
) => ({
  id,
  object: 'event',
  api_version: '2026-08-26.dahlia',
  created: secondsOf(atMs),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
