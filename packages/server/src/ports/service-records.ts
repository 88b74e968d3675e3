/** A request to a service that knows it by a reference of its own. */
export interface ServiceRecord {
  /** The service's reference; null while no answer has told it. */
  theirs: string | null;
  /** Time just before the request was sent. */
  begunAt: Date;
}

/**
 * Requests to services that can be asked about by the service's own reference alone. Kept across processes, since a
 * repeated request would have a second effect.
 */
export interface ServiceRecords {
  /** Records that a request is about to be sent. @returns false when it was recorded before: it must not be sent */
  begin(service: string, ours: string): Promise<boolean>;
  /** Keeps the service's reference of a request; the first one stays. */
  keep(service: string, ours: string, theirs: string): Promise<void>;
  /** Forgets a request that certainly had no effect. One whose reference is known stays. */
  drop(service: string, ours: string): Promise<void>;
  find(service: string, ours: string): Promise<ServiceRecord | undefined>;
}
