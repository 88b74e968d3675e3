/**
 * Outcome of a call to a counterparty. Ports never throw for these.
 * `refused`: the counterparty refused, and nothing moved there.
 * `unknown`: no answer, or an inconclusive one; the call may have taken effect.
 */
export type Outcome<T = undefined> = Done<T> | Refused | Unknown;

export interface Done<T> {
  outcome: 'done';
  value: T;
}

export interface Refused {
  outcome: 'refused';
  reason: string;
}

export interface Unknown {
  outcome: 'unknown';
  reason: string;
  /** False when the call certainly was not sent. */
  sent: boolean;
}

/** The counterparty has no record under the reference. */
export interface NotFound {
  outcome: 'not_found';
}

/** The counterparty has a different record under the reference. */
export interface Differs {
  outcome: 'differs';
  reason: string;
}

export const done = <T>(value: T): Done<T> => ({ outcome: 'done', value });
/** Done without a call to the counterparty: it shows nothing of the counterparty's state. */
export const doneUnasked: Done<undefined> = { outcome: 'done', value: undefined };
export const refused = (reason: string): Refused => ({ outcome: 'refused', reason });
export const unknown = (reason: string, sent = true): Unknown => ({ outcome: 'unknown', reason, sent });
export const differs = (reason: string): Differs => ({ outcome: 'differs', reason });
export const notFound: NotFound = { outcome: 'not_found' };
