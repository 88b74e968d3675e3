import type { Minor } from '@krapao/contract/money';
import type { Listing } from './listing.ts';
import type { Outcome } from './outcome.ts';

/** A page of a feed: the entries after a cursor, and the cursor to continue from. */
export interface FeedPage<T> extends Listing<T> {
  next: string;
}

/** A feed delivers every entry at least once, roughly in order. The empty cursor is its beginning. */
export interface Feed<T> {
  read(after: string): Promise<Outcome<FeedPage<T>>>;
  /** Reads a rejected entry again, as it was sent. @returns the entry, or why it cannot be taken in */
  readKept(text: string): T | string;
}

/** A transfer that reached one of the operator's bank accounts. */
export interface BankTransfer {
  /** The bank's unique reference. */
  reference: string;
  fromBankCode: string;
  /** Sender's account number. Some banks mask digits: each masked digit is an `x`. */
  fromAccountNo: string;
  fromName: string;
  toAccountNo: string;
  amount: Minor;
  at: Date;
}

/** A transfer that reached one of the operator's digital wallets. */
export interface EwalletTransfer {
  transactionId: string;
  senderMobile: string;
  toWallet: string;
  amount: Minor;
  at: Date;
}

export type BankFeed = Feed<BankTransfer>;
export type EwalletFeed = Feed<EwalletTransfer>;
