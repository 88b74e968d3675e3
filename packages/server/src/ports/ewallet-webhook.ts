import type { EwalletTransfer } from './feeds.ts';
import type { RejectedEntry } from './listing.ts';
import type { IncomingCallback } from './payment-gateway.ts';

/** A digital wallet that reports each transfer by a callback, and has no list of them. */
export interface EwalletWebhook {
  /** Returns the transfer, or why it cannot be taken in; null when the callback is not the wallet's. */
  readCallback(callback: IncomingCallback): Promise<EwalletTransfer | RejectedEntry | null>;
  /** Reads a rejected entry again, as it was sent. @returns the transfer, or why it cannot be taken in */
  readKept(text: string): EwalletTransfer | string;
}
