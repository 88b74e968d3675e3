/** The operator's payout bank: accepted payouts wait until a control call settles them. */
import { toWire, type Minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { PayoutRecord, PayoutState } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';

export interface NewPayout {
  readonly reference: string;
  readonly amount: Minor;
  readonly toBankCode: string;
  readonly toAccountNo: string;
  readonly toAccountName: string;
  readonly callbackUrl: string;
}

/** A payout as the control calls show it. */
export interface PayoutView {
  readonly id: string;
  /** Baht. */
  readonly amount: number;
  readonly toBankCode: string;
  readonly toAccountNo: string;
  readonly state: PayoutState;
  /** Time of acceptance by the bank, ISO 8601. */
  readonly acceptedAt: string;
}

export const toPayoutView = (payout: PayoutRecord): PayoutView => ({
  id: payout.payoutId,
  amount: toWire(payout.amountMinor),
  toBankCode: payout.toBankCode,
  toAccountNo: payout.toAccountNo,
  state: payout.state,
  acceptedAt: new Date(payout.createdAt).toISOString(),
});

/** Payouts of a service are kept by their id: a service may know a reference twice. */
const keyOf = ({ service, payoutId, reference }: PayoutRecord): string =>
  service === undefined ? reference : `${service}:${payoutId}`;

/** Returns the change that keeps a payout, to be committed with what belongs to it. */
export const payoutChange = (payout: PayoutRecord): Change => ({
  table: 'payouts',
  key: keyOf(payout),
  value: payout,
});

/** Returns the changes by which a service learns of a payout's end, its callbacks included. */
export type PayoutTaker = (payout: PayoutRecord) => Change[];

export class Bank {
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;
  readonly #toService: PayoutTaker;

  constructor(parts: {
    readonly store: Store;
    readonly callbacks: Callbacks;
    readonly now: () => number;
    readonly toService: PayoutTaker;
  }) {
    this.#store = parts.store;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
    this.#toService = parts.toService;
  }

  /**
   * Accepts a payout. The same reference with the same amount and receiver gives the same payout. The
   * callback address is not compared, since a repeat may come from a server that has moved.
   * @throws HttpError 422 `reference_conflict` when the reference belongs to another payout.
   */
  accept({ amount, ...order }: NewPayout): PayoutRecord {
    const known = this.#store.get('payouts', order.reference);
    if (known) {
      const same =
        known.amountMinor === amount &&
        known.toBankCode === order.toBankCode &&
        known.toAccountNo === order.toAccountNo &&
        known.toAccountName === order.toAccountName;
      if (same) return known;
      throw new HttpError(422, 'reference_conflict', 'this reference stands for another payout');
    }
    const payout: PayoutRecord = {
      ...order,
      payoutId: randomUUID(),
      amountMinor: amount,
      createdAt: this.#now(),
      state: 'accepted',
    };
    this.#store.commit([payoutChange(payout)]);
    return payout;
  }

  /** @throws HttpError 404 */
  find(reference: string): PayoutRecord {
    const payout = this.#store.get('payouts', reference);
    if (!payout) throw notFound('no payout has this reference');
    return payout;
  }

  /** Returns the newest payouts, newest first; all, or those in one state. */
  list(limit: number, state?: PayoutState): PayoutRecord[] {
    return this.#store.newest('payouts', limit, (payout) => state === undefined || payout.state === state);
  }

  /**
   * Settles a payout as paid or refused. Repeating the same result changes nothing.
   * @throws HttpError 404; 409 `already_settled` when it was settled with the other result.
   */
  settle(payoutId: string, result: 'done' | 'refused'): PayoutRecord {
    const [payout] = this.#store.newest('payouts', 1, (candidate) => candidate.payoutId === payoutId);
    if (!payout) throw notFound('no payout has this id');
    if (payout.state === result) return payout;
    if (payout.state !== 'accepted') {
      throw new HttpError(409, 'already_settled', `this payout is ${payout.state} already`);
    }
    const settled: PayoutRecord = { ...payout, state: result };
    const changes: Change[] = [
      payoutChange(settled),
      ...(settled.service ? this.#toService(settled) : this.#announce(settled)),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return settled;
  }

  #announce({ reference, payoutId, state, callbackUrl }: PayoutRecord): Change[] {
    return this.#callbacks.prepare('bank', callbackUrl, {
      event: 'payout',
      reference,
      payoutId,
      status: state,
    });
  }
}
