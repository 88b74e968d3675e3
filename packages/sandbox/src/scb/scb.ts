/**
 * SCB's bill-payment QR: the QRs, the payments of them, and the callback. A QR is also an order of the sandbox, so
 * that the control calls and the page pay it.
 */
import type { Minor } from '@krapao/contract/money';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import { orderChange } from '../gateway/orders.ts';
import { bangkokDate } from '../http/bangkok-time.ts';
import { notFound } from '../http/http-error.ts';
import { SCB } from '../services/credentials.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { OrderRecord, PaymentRecord } from '../store/records.ts';
import type { PayerRecord, ScbPaymentRecord } from '../store/scb-records.ts';
import type { Change, Store } from '../store/store.ts';
import { billQrText, type BillQr } from './qr-text.ts';
import { callbackView } from './views.ts';

/** Code of the gateway in the control calls. */
const PROVIDER = 'SCB';
const PORT = 'gateway:scb';
/** A QR of this version never expires. The sandbox's orders need an expiry, which ends no payment here. */
const ORDER_LIFE_MS = 86_400_000;
/** SCB gives up after three tries (A), which are twelve seconds apart there. */
const MAX_ATTEMPTS = 3;
/** Only this answer counts (A). */
const ACCEPTED = { field: 'resCode', value: '00' };
const ID_BYTES = 6;

/** Pays where a control call names nobody. */
const PAYER: PayerRecord = { name: 'สมชาย ใจดี', bankCode: 'KBANK', accountNo: '0123456789' };

export interface Inquiry {
  readonly billerId: string;
  readonly ref1: string;
  readonly ref2: string | undefined;
  readonly amount: Minor | undefined;
  /** Day of the payment in Bangkok, `2026-01-31`. */
  readonly day: string;
}

export class Scb {
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #webhooks: Webhooks;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;

  constructor(parts: {
    readonly store: Store;
    readonly faults: Faults;
    readonly webhooks: Webhooks;
    readonly callbacks: Callbacks;
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#faults = parts.faults;
    this.#webhooks = parts.webhooks;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
  }

  /** Makes a QR. The bank keeps none: the same content gives the same text, and one order here. */
  createQr(qr: BillQr): OrderRecord {
    const payload = billQrText(qr);
    const [known] = this.#store.newest('orders', 1, (order) => order.payload === payload);
    if (known) return known;
    const { billerId, amount, ref1, ref2, ref3 } = qr;
    const createdAt = this.#now();
    const order: OrderRecord = {
      orderId: randomUUID(),
      provider: PROVIDER,
      reference: ref1,
      aliases: [ref2, ref3].filter((text) => text !== ''),
      amountMinor: amount,
      currency: 'BAHT',
      payload,
      callbackUrl: '',
      createdAt,
      expiresAt: createdAt + ORDER_LIFE_MS,
      cancelledAt: null,
      paymentIds: [],
      service: 'scb',
    };
    const { orderId } = order;
    this.#store.commit([
      { table: 'scbQrs', key: orderId, value: { orderId, billerId, ref1, ref2, ref3 } },
      orderChange(order),
    ]);
    return order;
  }

  /** Takes a payment of a QR: any number of them, at any time, of any amount. */
  readonly takePayment = ({ orderId }: OrderRecord, payment: PaymentRecord): Change[] => {
    const qr = this.#store.get('scbQrs', orderId);
    if (!qr) throw notFound('SCB made no such QR');
    const { year, month, day } = bangkokDate(payment.paidAt);
    const paid: ScbPaymentRecord = {
      ...qr,
      transactionId: `${year}${month}${day}${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`,
      amountMinor: payment.amountMinor,
      payer: payment.payer ?? PAYER,
      paidAt: payment.paidAt,
      reversed: false,
    };
    return [paymentChange(paid), ...this.#tell(paid)];
  };

  /** Returns the payments that an inquiry asks for, oldest first. */
  inquire({ billerId, ref1, ref2, amount, day }: Inquiry): ScbPaymentRecord[] {
    return this.list().filter(
      (paid) =>
        paid.billerId === billerId &&
        paid.ref1 === ref1 &&
        (ref2 === undefined || paid.ref2 === ref2) &&
        (amount === undefined || paid.amountMinor === amount) &&
        dayOf(paid.paidAt) === day,
    );
  }

  find(transactionId: string): ScbPaymentRecord | undefined {
    return this.#store.get('scbPayments', transactionId);
  }

  /** Returns all payments, oldest first. */
  list(): ScbPaymentRecord[] {
    return this.#store.list('scbPayments');
  }

  /** Gives a payment back, which no callback tells of. @throws HttpError 404 */
  reverse(transactionId: string): ScbPaymentRecord {
    const paid = this.find(transactionId);
    if (!paid) throw notFound('SCB has no payment with this id');
    const reversed = { ...paid, reversed: true };
    this.#store.commit([paymentChange(reversed)]);
    return reversed;
  }

  /** The callback goes to whom the prefix of the third reference belongs to (A). */
  #tell(paid: ScbPaymentRecord): Change[] {
    const webhook = this.#webhooks.get('scb');
    if (!webhook || !paid.ref3.startsWith(SCB.ref3Prefix)) return [];
    return this.#callbacks.prepareSigned({
      port: PORT,
      url: webhook.url,
      body: callbackView(paid, this.#faults.planAlternate(PORT)),
      signedBy: 'none',
      maxAttempts: MAX_ATTEMPTS,
      acceptedBy: ACCEPTED,
    });
  }
}

function dayOf(atMs: number): string {
  const { year, month, day } = bangkokDate(atMs);
  return `${year}-${month}-${day}`;
}

const paymentChange = (paid: ScbPaymentRecord): Change => ({
  table: 'scbPayments',
  key: paid.transactionId,
  value: paid,
});
