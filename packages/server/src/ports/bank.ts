import type { RejectedEntry } from './listing.ts';
import type { Minor } from '@krapao/contract/money';
import type { NotFound, Outcome } from './outcome.ts';
import type { IncomingCallback } from './payment-gateway.ts';

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

/** The bank that pays members out. */
export interface Bank {
  payOut(payout: Payout): Promise<Outcome<PayoutStatus>>;
  lookUp(reference: string): Promise<Outcome<RecordedPayout> | NotFound>;
  /**
   * Returns the decision in an authentic callback, or why it cannot be taken in; null when it is not
   * authentic.
   */
  readCallback(
    callback: IncomingCallback,
  ): { reference: string; status: PayoutStatus } | RejectedEntry | null;
}
