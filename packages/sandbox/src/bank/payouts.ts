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

export class Bank {
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;

  constructor(store: Store, callbacks: Callbacks, now: () => number) {
    this.#store = store;
    this.#callbacks = callbacks;
    this.#now = now;
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
    this.#store.commit([{ table: 'payouts', key: order.reference, value: payout }]);
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
    const { reference } = settled;
    const changes: Change[] = [
      { table: 'payouts', key: reference, value: settled },
      ...this.#callbacks.prepare('bank', payout.callbackUrl, {
        event: 'payout',
        reference,
        payoutId,
        status: result,
      }),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return settled;
  }
}
