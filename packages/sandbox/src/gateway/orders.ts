/**
 * QR gateways: orders and their payments. One implementation plays every gateway; a provider code only keeps
 * their orders apart.
 */
import { toDecimal, type Currency, type Minor } from '@krapao/contract/money';
import { randomInt, randomUUID } from 'node:crypto';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { OrderRecord, PaymentRecord } from '../store/records.ts';
import type { PayerRecord } from '../store/scb-records.ts';
import type { Change, Store } from '../store/store.ts';
import { laoQrPayload } from './lao-qr.ts';
import { billPaymentPayload } from './promptpay.ts';

export interface NewOrder {
  readonly reference: string;
  readonly amount: Minor;
  readonly currency: Currency;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly callbackUrl: string;
}

export type OrderStatus = 'open' | 'paid' | 'expired' | 'cancelled';

/** Returns an order's currency. Journal records from before Lao orders have none: they are in baht. */
export const currencyOf = (order: OrderRecord): Currency => order.currency ?? 'BAHT';

const orderKey = (provider: string, reference: string): string => `${provider}/${reference}`;

/** Orders of a service are kept by their id: a service may know a reference twice. */
const keyOf = ({ service, orderId, provider, reference }: OrderRecord): string =>
  service === undefined ? orderKey(provider, reference) : `${service}:${orderId}`;

/** Returns the change that keeps an order, to be committed with what belongs to it. */
export const orderChange = (order: OrderRecord): Change => ({
  table: 'orders',
  key: keyOf(order),
  value: order,
});

/**
 * Returns the changes by which a service learns of a payment, its callbacks included.
 * @throws HttpError 409 when the service takes no payment for the order
 */
export type PaymentTaker = (order: OrderRecord, payment: PaymentRecord) => Change[];

export class Gateway {
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;
  readonly #toService: PaymentTaker;

  constructor(parts: {
    readonly store: Store;
    readonly callbacks: Callbacks;
    readonly now: () => number;
    readonly toService: PaymentTaker;
  }) {
    this.#store = parts.store;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
    this.#toService = parts.toService;
  }

  /**
   * Opens an order: a PromptPay QR for baht, a Lao QR for kip. The same reference with the same amount,
   * currency and expiry gives the same order. The callback address is not compared, since a repeat may come
   * from a server that has moved.
   * @throws HttpError 422 `reference_conflict` when the reference belongs to another order.
   */
  open(provider: string, { reference, amount, currency, expiresAt, callbackUrl }: NewOrder): OrderRecord {
    const known = this.#store.get('orders', orderKey(provider, reference));
    if (known) {
      const same =
        known.amountMinor === amount && currencyOf(known) === currency && known.expiresAt === expiresAt;
      if (same) return known;
      throw new HttpError(422, 'reference_conflict', 'this reference stands for another order');
    }
    const orderId = randomUUID();
    const ref1 = String(randomInt(1e12, 1e13));
    const order: OrderRecord = {
      orderId,
      provider,
      reference,
      amountMinor: amount,
      currency,
      payload:
        currency === 'LAK'
          ? laoQrPayload(amount, ref1)
          : billPaymentPayload(amount, ref1, provider.toUpperCase()),
      callbackUrl,
      createdAt: this.#now(),
      expiresAt,
      cancelledAt: null,
      paymentIds: [],
    };
    this.#store.commit([orderChange(order)]);
    return order;
  }

  /** @throws HttpError 404 */
  find(provider: string, reference: string): OrderRecord {
    const order = this.#store.get('orders', orderKey(provider, reference));
    if (!order) throw notFound('no order has this reference');
    return order;
  }

  /**
   * Returns the newest order with this reference at any gateway. A service's order also has the id that the
   * service gave it.
   * @throws HttpError 404
   */
  findAnywhere(reference: string): OrderRecord {
    const isIt = ({ reference: given, service, orderId, aliases = [] }: OrderRecord): boolean =>
      given === reference || (service !== undefined && orderId === reference) || aliases.includes(reference);
    const [order] = this.#store.newest('orders', 1, isIt);
    if (!order) throw notFound('no QR order has this id');
    return order;
  }

  /** Returns an order's status. A payment always counts: an order that was paid late is paid. */
  statusOf(order: OrderRecord): OrderStatus {
    if (order.paymentIds.length > 0) return 'paid';
    if (order.cancelledAt !== null) return 'cancelled';
    return order.expiresAt <= this.#now() ? 'expired' : 'open';
  }

  /** Cancels an open order; any other stays unchanged. @throws HttpError 404 */
  cancel(provider: string, reference: string): OrderStatus {
    const order = this.find(provider, reference);
    const status = this.statusOf(order);
    if (status !== 'open') return status;
    const cancelled = { ...order, cancelledAt: this.#now() };
    this.#store.commit([orderChange(cancelled)]);
    return this.statusOf(cancelled);
  }

  /**
   * Pays the QR, with its own amount or another. Also works after expiry or cancellation, and more than once,
   * as with a saved picture of a QR. A service has its own rules.
   * @param payer left out, the service names somebody where it tells of a payer.
   * @throws HttpError 409 when the order's service takes no payment
   */
  pay(order: OrderRecord, amount: Minor = order.amountMinor, payer?: PayerRecord): PaymentRecord {
    const { provider, reference, service } = order;
    const payment: PaymentRecord = {
      paymentId: randomUUID(),
      provider,
      reference,
      amountMinor: amount,
      paidAt: this.#now(),
      ...(service && { service }),
      ...(payer && { payer }),
    };
    const { paymentId } = payment;
    const changes: Change[] = [
      { table: 'payments', key: paymentId, value: payment },
      orderChange({ ...order, paymentIds: [...order.paymentIds, paymentId] }),
      ...(service ? this.#toService(order, payment) : this.#announce(order, payment)),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return payment;
  }

  #announce({ callbackUrl }: OrderRecord, payment: PaymentRecord): Change[] {
    const { provider, paymentId, reference, amountMinor, paidAt } = payment;
    return this.#callbacks.prepare('gateway', callbackUrl, {
      event: 'payment',
      provider,
      paymentId,
      reference,
      amount: toDecimal(amountMinor),
      paidAt: new Date(paidAt).toISOString(),
    });
  }

  paymentsOf(order: OrderRecord): PaymentRecord[] {
    return order.paymentIds.flatMap((id) => this.#store.get('payments', id) ?? []);
  }

  /** Payments to a gateway of the house's protocol since a moment (epoch milliseconds), oldest first. */
  paymentsSince(provider: string, since: number): PaymentRecord[] {
    return this.#store
      .list('payments')
      .filter(
        ({ provider: at, paidAt, service }) => at === provider && paidAt >= since && service === undefined,
      );
  }

  /** Returns the newest orders, newest first; open ones only, or all. */
  list(limit: number, onlyOpen: boolean): OrderRecord[] {
    return this.#store.newest('orders', limit, (order) => !onlyOpen || this.statusOf(order) === 'open');
  }
}
