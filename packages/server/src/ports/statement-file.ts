import type { Currency } from '@krapao/contract/money';
import type { BankTransfer } from './feeds.ts';
import type { RejectedEntry } from './listing.ts';

export type StatementFormat = 'MT940' | 'CAMT.053';

/** An entry of a statement that is money for the operator. */
export interface StatementEntry {
  transfer: BankTransfer;
  currency: Currency;
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
