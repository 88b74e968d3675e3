/** An entry that the other side listed and that cannot be taken in. */
export interface RejectedEntry {
  reason: string;
  /** The entry as it was sent, as JSON. */
  text: string;
}

/** What the other side listed: the entries that can be read, in order, and those that cannot. */
export interface Listing<T> {
  entries: readonly T[];
  rejected: readonly RejectedEntry[];
}
