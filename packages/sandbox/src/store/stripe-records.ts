/** Records of the emulated Stripe. Amounts are satang, as in its API. */
import type { Minor } from '@krapao/contract/money';

export type StripeStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';

/** One QR of a PaymentIntent. A further one is made when the intent is confirmed again. */
export interface StripeAttempt {
  /** Id of the order, and part of the pictures' addresses. */
  readonly orderId: string;
  readonly paymentMethodId: string;
  readonly payload: string;
  readonly expiresAt: number;
}

export interface StripeIntentRecord {
  readonly id: string;
  readonly secret: string;
  readonly status: StripeStatus;
  readonly amountMinor: Minor;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attempt: StripeAttempt | null;
  /** Code of the last attempt's failure; null where none has failed since the last confirmation. */
  readonly failure: string | null;
  readonly chargeId: string | null;
  /** Epoch milliseconds; null until it is paid. */
  readonly paidAt: number | null;
  readonly cancellationReason: string | null;
  readonly createdAt: number;
  readonly canceledAt: number | null;
}

/** The first answer to an idempotency key, given again to its repeats. */
export interface StripeReplayRecord {
  readonly key: string;
  /** Method, path and content of the first request. */
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly at: number;
}
