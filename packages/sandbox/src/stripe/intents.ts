/**
 * Stripe's PaymentIntents by PromptPay. A confirmation makes a QR, which is also an order of the sandbox, so that the
 * control calls and the page pay it. A QR that ended fails the attempt and not the intent, which can be confirmed
 * again (C). The end is noticed, and told of, when somebody next looks.
 */
import { minor, type Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import { orderChange } from '../gateway/orders.ts';
import { billPaymentPayload } from '../gateway/promptpay.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { OrderRecord, PaymentRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import type { StripeAttempt, StripeIntentRecord } from '../store/stripe-records.ts';
import { freshId } from './ids.ts';
import { eventView, intentView, type EventType } from './views.ts';

/** Code of the gateway in the control calls and in the second reference of its QR. */
const PROVIDER = 'STRIPE';
const PORT = 'gateway:stripe';
/** A QR ends (C), but no fact says when. */
const ATTEMPT_LIFE_MS = 3_600_000;
const EXPIRED = 'payment_intent_payment_attempt_expired';

export interface NewIntent {
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export class StripeIntents {
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #webhooks: Webhooks;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;
  readonly #publicUrl: () => string;

  constructor(parts: {
    readonly store: Store;
    readonly faults: Faults;
    readonly webhooks: Webhooks;
    readonly callbacks: Callbacks;
    readonly now: () => number;
    /** Address of the sandbox for people, without a trailing slash. */
    readonly publicUrl: () => string;
  }) {
    this.#store = parts.store;
    this.#faults = parts.faults;
    this.#webhooks = parts.webhooks;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
    this.#publicUrl = parts.publicUrl;
  }

  create({ amount, description, metadata }: NewIntent): StripeIntentRecord {
    const id = freshId('pi');
    const intent: StripeIntentRecord = {
      id,
      secret: freshId(`${id}_secret`),
      status: 'requires_payment_method',
      amountMinor: amount,
      description,
      metadata,
      attempt: null,
      failure: null,
      chargeId: null,
      paidAt: null,
      cancellationReason: null,
      createdAt: this.#now(),
      canceledAt: null,
    };
    this.#commit([intentChange(intent)]);
    return intent;
  }

  /** Makes a QR. One that waited before is worth nothing then. @returns null when the intent has ended */
  confirm(intent: StripeIntentRecord): StripeIntentRecord | null {
    if (hasEnded(intent)) return null;
    const now = this.#now();
    const attempt: StripeAttempt = {
      orderId: freshId('qr'),
      paymentMethodId: freshId('pm'),
      payload: billPaymentPayload(intent.amountMinor, String(randomInt(1e12, 1e13)), PROVIDER),
      expiresAt: now + ATTEMPT_LIFE_MS,
    };
    const confirmed = { ...intent, status: 'requires_action' as const, attempt, failure: null };
    this.#commit([
      ...this.#withdrawn(intent),
      orderChange(orderOf(intent, attempt, now)),
      intentChange(confirmed),
    ]);
    return confirmed;
  }

  find(id: string): StripeIntentRecord | undefined {
    const intent = this.#store.get('stripeIntents', id);
    const endsAt = intent?.status === 'requires_action' ? intent.attempt?.expiresAt : undefined;
    return intent && endsAt !== undefined && endsAt <= this.#now() ? this.#failed(intent, EXPIRED) : intent;
  }

  /** Returns all intents, oldest first. */
  list(): StripeIntentRecord[] {
    return this.#store.list('stripeIntents').flatMap(({ id }) => this.find(id) ?? []);
  }

  /** @returns null when the intent has ended */
  cancel(intent: StripeIntentRecord, reason: string | null): StripeIntentRecord | null {
    if (hasEnded(intent)) return null;
    const canceled = {
      ...intent,
      status: 'canceled' as const,
      cancellationReason: reason,
      canceledAt: this.#now(),
    };
    this.#commit([...this.#withdrawn(intent), ...this.#keep(canceled, 'payment_intent.canceled')]);
    return canceled;
  }

  /** Lets the attempt of an intent fail. @throws HttpError 404; 409 when it waits for no payment */
  fail(id: string, code: string): StripeIntentRecord {
    const intent = this.find(id);
    if (!intent) throw notFound('Stripe has no PaymentIntent with this id');
    if (intent.status !== 'requires_action') throw notPayable(intent);
    return this.#failed(intent, code);
  }

  /**
   * Takes the payment of an intent: one, of the whole amount, by its newest QR, before that ends.
   * @throws HttpError 409 `not_payable`, `other_amount`
   */
  readonly takePayment = (order: OrderRecord, payment: PaymentRecord): Change[] => {
    const intent = this.find(order.reference);
    if (!intent) throw notFound('Stripe has no PaymentIntent with this id');
    const isOpen = intent.status === 'requires_action' && intent.attempt?.orderId === order.orderId;
    if (!isOpen) throw notPayable(intent);
    if (payment.amountMinor !== intent.amountMinor) {
      throw new HttpError(409, 'other_amount', 'Stripe takes the amount of the PaymentIntent only');
    }
    const paid = { ...intent, status: 'succeeded' as const, chargeId: freshId('py'), paidAt: payment.paidAt };
    return this.#keep(paid, 'payment_intent.succeeded');
  };

  /** Text of a QR; undefined for an unknown one. */
  payloadOf(orderId: string): string | undefined {
    return this.#store.get('orders', `stripe:${orderId}`)?.payload;
  }

  /** Sum of what was paid. */
  paid(): Minor {
    const sum = this.#store
      .list('stripeIntents')
      .reduce((total, { status, amountMinor }) => total + (status === 'succeeded' ? amountMinor : 0n), 0n);
    return minor(sum);
  }

  /** @param isExpanded with the charge itself in place of its id */
  view(intent: StripeIntentRecord, isExpanded = false): ReturnType<typeof intentView> {
    const alternate = this.#faults.planAlternate(PORT);
    return intentView(intent, { sandboxUrl: this.#publicUrl(), alternate, isExpanded });
  }

  #failed(intent: StripeIntentRecord, code: string): StripeIntentRecord {
    const failed = { ...intent, status: 'requires_payment_method' as const, failure: code };
    this.#commit([...this.#withdrawn(intent), ...this.#keep(failed, 'payment_intent.payment_failed')]);
    return failed;
  }

  /** Returns the change that ends the order of a QR that waits. */
  #withdrawn({ attempt }: StripeIntentRecord): Change[] {
    const order = attempt && this.#store.get('orders', `stripe:${attempt.orderId}`);
    const isOpen = order && order.cancelledAt === null && order.paymentIds.length === 0;
    return isOpen ? [orderChange({ ...order, cancelledAt: this.#now() })] : [];
  }

  /** Returns the changes that keep an intent and tell of it, where the operator gave an address. */
  #keep(intent: StripeIntentRecord, type: EventType): Change[] {
    const webhook = this.#webhooks.get('stripe');
    if (!webhook) return [intentChange(intent)];
    const event = { atMs: this.#now(), object: this.view(intent) };
    return [
      intentChange(intent),
      ...this.#callbacks.prepareSigned({
        port: PORT,
        url: webhook.url,
        body: eventView(freshId('evt'), type, event),
        signedBy: webhook.signed ? (webhook.rotating ? 'stripe-rotated' : 'stripe') : 'none',
      }),
    ];
  }

  #commit(changes: readonly Change[]): void {
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
  }
}

const hasEnded = ({ status }: StripeIntentRecord): boolean => status === 'succeeded' || status === 'canceled';

const notPayable = ({ status }: StripeIntentRecord): HttpError =>
  new HttpError(409, 'not_payable', `this QR takes no payment: the PaymentIntent is ${status}`);

const intentChange = (intent: StripeIntentRecord): Change => ({
  table: 'stripeIntents',
  key: intent.id,
  value: intent,
});

const orderOf = (intent: StripeIntentRecord, attempt: StripeAttempt, createdAt: number): OrderRecord => ({
  orderId: attempt.orderId,
  provider: PROVIDER,
  reference: intent.id,
  aliases: [intent.description, ...Object.values(intent.metadata)].filter((text) => text !== null),
  amountMinor: intent.amountMinor,
  currency: 'BAHT',
  payload: attempt.payload,
  callbackUrl: '',
  createdAt,
  expiresAt: attempt.expiresAt,
  cancelledAt: null,
  paymentIds: [],
  service: 'stripe',
});
