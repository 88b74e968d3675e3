/** A listed entry that cannot be taken in. */
export interface RejectedEntry {
  reason: string;
  /** Entry as it was sent, as JSON. */
  text: string;
}

/** The entries a counterparty listed: the readable ones in order, and the rejected ones. */
export interface Listing<T> {
  entries: readonly T[];
  rejected: readonly RejectedEntry[];
}
