import type { Currency, Minor } from '@krapao/contract/money';

declare const accountBrand: unique symbol;

/** The number of a ledger account. */
export type AccountId = bigint & { readonly [accountBrand]: true };

/**
 * Kind of a movement. `suspense_out`: an unmatched deposit is credited to its member; `suspense_back`: a
 * deposit that was reported twice is reversed; `bonus`: the operator grants a bonus; `finish_bonus`: ending a
 * bonus takes money back.
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

/** A transfer is created as pending and settles once, or is created as posted. */
export type TransferState = 'pending' | 'posted' | 'voided';

/** Details of a transfer, read by the module of its kind. */
export type TransferDetail = Readonly<Record<string, string>>;

/** One movement to make. It debits one account and credits another. */
export interface TransferRequest {
  /** Caller-chosen UUID. Submitting the same id again returns the first result and moves nothing. */
  id: string;
  debit: AccountId;
  credit: AccountId;
  /** `all` moves everything that the debited account has available at that moment. */
  amount: Minor | 'all';
  /** With `all`: the transfer is made only if exactly this amount is available. */
  expect?: Minor;
  kind: TransferKind;
  /** True holds the money until a {@link Settlement} posts or voids it. */
  pending: boolean;
  detail: TransferDetail;
}

export type SubmitResult =
  | { outcome: 'created' | 'repeated'; state: TransferState; amount: Minor }
  /** The debited account has less available than requested, or nothing. */
  | { outcome: 'insufficient' }
  /** The available amount differs from the expected one. */
  | { outcome: 'unexpected' }
  /** Debits of this kind are blocked on the account: `ledger_account.barred`. */
  | { outcome: 'barred' }
  /** The id belongs to a transfer with other content. */
  | { outcome: 'conflict' };

/** A movement as returned to its caller. */
export interface Movement {
  id: string;
  state: TransferState;
  amount: Minor;
}

/** The end of a pending transfer. */
export interface Settlement {
  id: string;
  result: 'post' | 'void';
  /** The counterparty's answer, stored with the transfer. */
  outcome: TransferDetail;
}

/** `repeated`: it had already ended this way. `conflict`: it had already ended the other way. */
export type SettleResult =
  | { outcome: 'settled' | 'repeated' | 'conflict'; state: TransferState; amount: Minor }
  | { outcome: 'missing' };

export interface Balance {
  /** Spendable now. */
  available: Minor;
  /** Held for pending debits. */
  held: Minor;
  /** Incoming, not yet spendable. */
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
  /** The counterparty's answer; null until there is one. */
  outcome: TransferDetail | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** A transfer for a status check. */
export interface InquiredTransfer extends TransferRow {
  /** Under manual review: nothing is sent again. */
  isUnderReview: boolean;
}

export interface NewAccount {
  code: string;
  currency: Currency;
}
