import type { Currency, Minor } from '@krapao/contract/money';
import type { NoPayment } from '@krapao/contract/staff/incoming';
import type { RejectedEntry } from './listing.ts';

export type StatementFormat = 'MT940' | 'CAMT.053';

/**
 * A booked credit as a statement tells it. None of its fields identifies the payment, except the bank's own reference
 * where it has one: the payer's reference is the payer's text, and a place is one of the file.
 */
export interface StatementCredit {
  /** Number of its statement in the file; pages of one statement share it. */
  statement: number;
  /** Number and opening balance of the statement: another copy of it has the same ones. */
  series: string;
  toAccountNo: string;
  amount: Minor;
  /** Day of booking and of value, as `2026-05-01`. */
  bookedOn: string;
  valueOn: string;
  /** When it was booked; null where the day alone is told. */
  bookedAt: Date | null;
  /** The bank's own reference; null where it has none. */
  bankReference: string | null;
  fromBankCode: string;
  /** Each masked digit is an `x`. */
  fromAccountNo: string;
  fromName: string;
  /** Everything else that is told of it, in capitals without punctuation. */
  text: string;
}

/** An entry of a statement that is money for the operator. */
export interface StatementEntry {
  credit: StatementCredit;
  currency: Currency;
  /** Kind of an entry that no customer paid, by its type; null for a payment, and for a type of the bank's own. */
  noPayment: NoPayment | null;
}

/** A statement file cannot be read. The message says why in one line. */
export class StatementError extends Error {
  override name = 'StatementError';
}

/** An opened statement file. */
export interface OpenedStatement {
  format: StatementFormat;
  /**
   * The booked credits in the file's order, and the entries that a person must look at. Debits are left out.
   * @throws StatementError where the file makes no sense, or its balances do not fit its entries
   */
  entries: AsyncIterable<StatementEntry | RejectedEntry>;
}

/** Opens a statement file by its bytes. @throws StatementError when its format is not known */
export type OpenStatement = (bytes: AsyncIterable<Uint8Array>) => Promise<OpenedStatement>;
