import type { RejectedEntry } from './listing.ts';
import type { Minor } from '@krapao/contract/money';
import type { NotFound, Outcome } from './outcome.ts';
import type { IncomingCallback } from './payment-gateway.ts';

export interface Payout {
  /** Ours, unique; sending it again has no second effect. */
  reference: string;
  amount: Minor;
  toBankCode: string;
  toAccountNo: string;
  toAccountName: string;
  callbackUrl: string;
}

/** `accepted`: the bank has the order and will say later. */
export type PayoutStatus = 'accepted' | 'done' | 'refused';

/** A payout as the bank has it on record. */
export interface RecordedPayout {
  status: PayoutStatus;
  amount: Minor;
}

/** The bank that pays members out. */
export interface Bank {
  payOut(payout: Payout): Promise<Outcome<PayoutStatus>>;
  lookUp(reference: string): Promise<Outcome<RecordedPayout> | NotFound>;
  /** The decision an authentic callback tells of, or why it cannot be taken in; null when it is not authentic. */
  readCallback(
    callback: IncomingCallback,
  ): { reference: string; status: PayoutStatus } | RejectedEntry | null;
}
