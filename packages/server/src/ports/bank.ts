import type { Minor } from '@krapao/contract/money';
import type { Differs, NotFound, Outcome } from './outcome.ts';
import type { CallbackReading, IncomingCallback } from './payment-gateway.ts';
import type { CheckedService } from './service-check.ts';

export interface Payout {
  /** Our unique reference. A repeated order has no second effect. */
  reference: string;
  amount: Minor;
  toBankCode: string;
  toAccountNo: string;
  toAccountName: string;
  callbackUrl: string;
}

/** `accepted`: the bank has the order and reports its decision later. */
export type PayoutStatus = 'accepted' | 'done' | 'refused';

/** The bank's record of a payout. */
export interface RecordedPayout {
  status: PayoutStatus;
  amount: Minor;
}

/** The bank’s decision about a payout, with the amount where the bank tells it. */
export interface PayoutDecision {
  reference: string;
  status: PayoutStatus;
  amount?: Minor;
}

/** The bank that pays members out. */
export interface Bank extends CheckedService {
  payOut(payout: Payout): Promise<Outcome<PayoutStatus>>;
  /** `not_found`: it may be ordered. `differs`: a person must look at it, and it must not be ordered again. */
  lookUp(reference: string): Promise<Outcome<RecordedPayout> | NotFound | Differs>;
  /**
   * Returns the decision in an authentic callback, or why it cannot be taken in. A bank that signs none is asked.
   */
  readCallback(
    callback: IncomingCallback,
  ): CallbackReading<PayoutDecision> | Promise<CallbackReading<PayoutDecision>>;
}
