import type { Outcome } from './outcome.ts';

/** A port whose service has a harmless call for a check by the operator. */
export interface CheckedService {
  /**
   * Makes the call.
   * @returns done when the service took our credentials, with the balance that it tells in its own words, or null;
   *   refused when it did not take them
   */
  check?(): Promise<Outcome<string | null>>;
}
