import type { Currency, Minor } from '@krapao/contract/money';

declare const accountBrand: unique symbol;

/** The number of a ledger account. */
export type AccountId = bigint & { readonly [accountBrand]: true };

/**
 * What a movement of money is. `suspense_out`: a deposit nobody could be matched to finds its member;
 * `suspense_back`: one turns out to be told of twice and leaves the books where it came in; `bonus`: the operator
 * gives; `finish_bonus`: what ending a bonus gives back.
 */
export type TransferKind =
  | 'deposit'
  | 'withdraw'
  | 'game_in'
  | 'game_out'
  | 'suspense_out'
  | 'suspense_back'
  | 'bonus'
  | 'finish_bonus';

/** A transfer is made pending and settles once, or is made posted. */
export type TransferState = 'pending' | 'posted' | 'voided';

/** What a transfer is about, in words its kind's own module reads. */
export type TransferDetail = Readonly<Record<string, string>>;

/** One movement to make: it debits one account and credits another. */
export interface TransferRequest {
  /** Caller-chosen UUID: the same id again gives the first result and moves nothing. */
  id: string;
  debit: AccountId;
  credit: AccountId;
  /** `all` moves whatever the debited account has available at that moment. */
  amount: Minor | 'all';
  /** With `all`: the transfer is made only if that is exactly what is available. */
  expect?: Minor;
  kind: TransferKind;
  /** True holds the money until {@link Settlement} posts or voids it. */
  pending: boolean;
  detail: TransferDetail;
}

export type SubmitResult =
  | { outcome: 'created' | 'repeated'; state: TransferState; amount: Minor }
  /** The debited account has less available than asked, or nothing at all. */
  | { outcome: 'insufficient' }
  /** What is available is not what was expected. */
  | { outcome: 'unexpected' }
  /** The account may not be debited by this kind of transfer now: `ledger_account.barred`. */
  | { outcome: 'barred' }
  /** The id is taken by a transfer of other content. */
  | { outcome: 'conflict' };

/** A movement as its caller is told of it. */
export interface Movement {
  id: string;
  state: TransferState;
  amount: Minor;
}

/** The end of a pending transfer. */
export interface Settlement {
  id: string;
  result: 'post' | 'void';
  /** What the other side said, kept with the transfer. */
  outcome: TransferDetail;
}

/** `repeated`: it had ended so already. `conflict`: it had ended the other way. */
export type SettleResult =
  | { outcome: 'settled' | 'repeated' | 'conflict'; state: TransferState; amount: Minor }
  | { outcome: 'missing' };

export interface Balance {
  /** What can be spent or moved now. */
  available: Minor;
  /** Held for pending debits. */
  held: Minor;
  /** On its way in, not yet spendable. */
  incoming: Minor;
}

export interface TransferRow {
  id: string;
  debit: AccountId;
  credit: AccountId;
  amount: Minor;
  kind: TransferKind;
  state: TransferState;
  detail: TransferDetail;
  /** What the other side said; null while it has not. */
  outcome: TransferDetail | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** A transfer whose other side is asked. */
export interface InquiredTransfer extends TransferRow {
  /** A person looks into it: nothing is sent again. */
  isUnderReview: boolean;
}

export interface NewAccount {
  code: string;
  currency: Currency;
}
