import type { Currency, Minor } from '@krapao/contract/money';
import type { RefusedOutcome } from './kinds/kind.ts';
import {
  parseDetail,
  readDetail,
  type DetailOf,
  type HeldKind,
  type TransferKind,
} from './kinds/registry.ts';

export type { DetailOf, HeldKind, TransferKind } from './kinds/registry.ts';

declare const accountBrand: unique symbol;

/** The number of a ledger account. */
export type AccountId = bigint & { readonly [accountBrand]: true };

/** A transfer is created as pending and settles once, or is created as posted. */
export type TransferState = 'pending' | 'posted' | 'voided';

/** The counterparty's answer, stored with the transfer. */
export interface TransferOutcome {
  /** Reason for the end, where there is one to tell. */
  readonly reason?: string | undefined;
}

/** A kind with its detail. */
type KindAndDetail<Kind extends TransferKind> = {
  [Name in Kind]: { kind: Name; detail: DetailOf<Name> };
}[Kind];

interface RequestBase {
  /** Caller-chosen UUID. Submitting the same id again returns the first result and moves nothing. */
  id: string;
  debit: AccountId;
  credit: AccountId;
  /** `all` moves everything that the debited account has available at that moment. */
  amount: Minor | 'all';
  /** With `all`: the transfer is made only if exactly this amount is available. */
  expect?: Minor;
  /** True holds the money until a {@link Settlement} posts or voids it. */
  pending: boolean;
}

/** One movement to make. It debits one account and credits another. */
export type TransferRequest<Kind extends TransferKind = TransferKind> = RequestBase & KindAndDetail<Kind>;

export type SubmitResult =
  | { outcome: 'created' | 'repeated'; state: TransferState; amount: Minor }
  | { outcome: RefusedOutcome };

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
  outcome: TransferOutcome;
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

interface RowBase {
  id: string;
  debit: AccountId;
  credit: AccountId;
  amount: Minor;
  state: TransferState;
  /** The counterparty's answer; null until there is one. */
  outcome: TransferOutcome | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** A stored transfer. A row written outside the product may have any kind and detail. */
export interface TransferRow extends RowBase {
  kind: string;
  /** As stored: {@link transferOf} reads it. */
  detail: unknown;
}

/** A stored transfer of a known kind. */
export type TransferOf<Kind extends TransferKind> = RowBase & KindAndDetail<Kind>;

/** A transfer for a status check. */
export type CheckedTransfer<Kind extends HeldKind = HeldKind> = TransferOf<Kind> & {
  /** Under manual review: nothing is sent again. */
  isUnderReview: boolean;
};

/** A kind with as much of its detail as is stored. */
export type ShownDetail<Kind extends TransferKind> = {
  [Name in Kind]: { kind: Name; detail: Partial<DetailOf<Name>> };
}[Kind];

/**
 * Reads a stored transfer of a kind, to act on.
 * @throws DetailError when its detail lacks a required field
 */
export const transferOf = <Row extends TransferRow, Kind extends TransferKind>(
  row: Row,
  kind: Kind,
): Omit<Row, 'kind' | 'detail'> & KindAndDetail<Kind> =>
  ({ ...row, kind, detail: parseDetail(kind, row.detail) }) as never;

/** Reads the detail of a stored row, to show it. */
export const withShownDetail = <Row extends { kind: Kind; detail: unknown }, Kind extends TransferKind>(
  row: Row,
): Omit<Row, 'kind' | 'detail'> & ShownDetail<Kind> => ({ ...row, detail: readDetail(row.kind, row.detail) });

export interface NewAccount {
  code: string;
  currency: Currency;
  /** Kinds of transfers that never debit it. */
  barred?: TransferKind[];
}
