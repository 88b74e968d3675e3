/**
 * Opn's charges by PromptPay. A charge is also a QR order of the sandbox, so that the control calls and the page pay
 * it. An ended charge is noticed, and told of, when somebody next looks at it.
 */
import type { Minor } from '@krapao/contract/money';
import { randomBytes, randomInt } from 'node:crypto';
import { orderChange } from '../gateway/orders.ts';
import { billPaymentPayload } from '../gateway/promptpay.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { Metadata, OpnChargeRecord, OpnSourceRecord } from '../store/opn-records.ts';
import type { OrderRecord, PaymentRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import type { EventKey, OpnEvents } from './events.ts';
import { freshId } from './fields.ts';
import { chargeView } from './views.ts';

/** Code of the gateway in the control calls and in the second reference of its QR. */
const PROVIDER = 'OPN';
const KEY_BYTES = 8;

export interface NewCharge {
  readonly amount: Minor;
  /** The source that was made before; null makes one. */
  readonly sourceId: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly returnUri: string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export class OpnCharges {
  readonly #store: Store;
  readonly #events: OpnEvents;
  readonly #now: () => number;
  readonly #publicUrl: () => string;

  constructor(parts: {
    readonly store: Store;
    readonly events: OpnEvents;
    readonly now: () => number;
    /** Address of the sandbox for people, without a trailing slash. */
    readonly publicUrl: () => string;
  }) {
    this.#store = parts.store;
    this.#events = parts.events;
    this.#now = parts.now;
    this.#publicUrl = parts.publicUrl;
  }

  addSource(amountMinor: Minor): OpnSourceRecord {
    const source = { id: freshId('src'), amountMinor, createdAt: this.#now() };
    this.#store.commit([{ table: 'opnSources', key: source.id, value: source }]);
    return source;
  }

  source(id: string): OpnSourceRecord | undefined {
    return this.#store.get('opnSources', id);
  }

  /** Whether a charge has this source already. */
  isUsed(sourceId: string): boolean {
    return this.#store.list('opnCharges').some((charge) => charge.sourceId === sourceId);
  }

  /** Opens a charge. The same request given again is another charge. */
  create({ amount, sourceId, ...more }: NewCharge): OpnChargeRecord {
    const createdAt = this.#now();
    const charge: OpnChargeRecord = {
      ...more,
      id: freshId('chrg'),
      sourceId: sourceId ?? freshId('src'),
      documentId: freshId('docu'),
      downloadKey: randomBytes(KEY_BYTES).toString('hex').toUpperCase(),
      status: 'pending',
      amountMinor: amount,
      failureCode: null,
      transactionId: null,
      createdAt,
      paidAt: null,
      expiredAt: null,
    };
    this.#commit([orderChange(orderOf(charge)), ...this.#keep(charge, 'charge.create')]);
    return charge;
  }

  find(id: string): OpnChargeRecord | undefined {
    const charge = this.#store.get('opnCharges', id);
    const isOver = charge?.status === 'pending' && charge.expiresAt <= this.#now();
    return isOver ? this.#end(charge, 'expired', 'payment_expired') : charge;
  }

  /** Returns all charges, oldest first. */
  list(): OpnChargeRecord[] {
    return this.#store.list('opnCharges').flatMap(({ id }) => this.find(id) ?? []);
  }

  /** Ends a pending charge, as the operator asks. @returns null when it is not pending */
  expire(charge: OpnChargeRecord): OpnChargeRecord | null {
    return charge.status === 'pending' ? this.#end(charge, 'expired', 'payment_expired') : null;
  }

  /** Lets a pending charge fail. @throws HttpError 404; 409 when it is not pending */
  fail(id: string, failureCode: string): OpnChargeRecord {
    const charge = this.find(id);
    if (!charge) throw notFound('Opn has no charge with this id');
    if (charge.status !== 'pending') throw notPayable(charge);
    return this.#end(charge, 'failed', failureCode);
  }

  /** Text of a charge's QR. */
  payloadOf({ id }: OpnChargeRecord): string {
    return this.#store.get('orders', `opn:${id}`)?.payload ?? '';
  }

  /**
   * Takes the payment of a charge: one, of the whole amount, before it ends.
   * @throws HttpError 409 `not_payable`, `other_amount`
   */
  readonly takePayment = (order: OrderRecord, payment: PaymentRecord): Change[] => {
    const charge = this.find(order.orderId);
    if (!charge) throw notFound('Opn has no charge with this id');
    if (charge.status !== 'pending') throw notPayable(charge);
    if (payment.amountMinor !== charge.amountMinor) {
      throw new HttpError(409, 'other_amount', 'Opn takes the amount of the charge only');
    }
    const transactionId = freshId('trxn');
    const paid = { ...charge, status: 'successful' as const, transactionId, paidAt: payment.paidAt };
    return this.#keep(paid, 'charge.complete');
  };

  view(charge: OpnChargeRecord): ReturnType<typeof chargeView> {
    return chargeView(charge, this.#publicUrl());
  }

  #end(charge: OpnChargeRecord, status: 'expired' | 'failed', failureCode: string): OpnChargeRecord {
    const now = this.#now();
    const ended = { ...charge, status, failureCode, expiredAt: status === 'expired' ? now : null };
    const order = this.#store.get('orders', `opn:${charge.id}`);
    this.#commit([
      ...(order ? [orderChange({ ...order, cancelledAt: now })] : []),
      ...this.#keep(ended, status === 'expired' ? 'charge.expire' : 'charge.complete'),
    ]);
    return ended;
  }

  /** Returns the changes that keep a charge and tell of it. */
  #keep(charge: OpnChargeRecord, key: EventKey): Change[] {
    const kept: Change = { table: 'opnCharges', key: charge.id, value: charge };
    return [kept, ...this.#events.prepare(key, this.view(charge))];
  }

  #commit(changes: readonly Change[]): void {
    this.#store.commit(changes);
    this.#events.wake(changes);
  }
}

const notPayable = ({ status }: OpnChargeRecord): HttpError =>
  new HttpError(409, 'not_payable', `this charge is ${status}`);

const orderOf = (charge: OpnChargeRecord): OrderRecord => ({
  orderId: charge.id,
  provider: PROVIDER,
  reference: charge.id,
  aliases: [charge.description, ...Object.values(charge.metadata)].filter((text) => typeof text === 'string'),
  amountMinor: charge.amountMinor,
  currency: 'BAHT',
  payload: billPaymentPayload(charge.amountMinor, String(randomInt(1e12, 1e13)), PROVIDER),
  callbackUrl: '',
  createdAt: charge.createdAt,
  expiresAt: charge.expiresAt,
  cancelledAt: null,
  paymentIds: [],
  service: 'opn',
});
