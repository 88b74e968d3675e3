/**
 * How a call to the outside ended. Ports never throw for these.
 * `refused`: the other side said no, and nothing moved there.
 * `unknown`: no answer, or one that says nothing; the call may have taken effect.
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
  /** False when the call certainly never got there. */
  sent: boolean;
}

/** The other side keeps no record under the reference asked for. */
export interface NotFound {
  outcome: 'not_found';
}

/** The other side has something else on record under the reference asked for. */
export interface Differs {
  outcome: 'differs';
  reason: string;
}

export const done = <T>(value: T): Done<T> => ({ outcome: 'done', value });
export const refused = (reason: string): Refused => ({ outcome: 'refused', reason });
export const unknown = (reason: string, sent = true): Unknown => ({ outcome: 'unknown', reason, sent });
export const differs = (reason: string): Differs => ({ outcome: 'differs', reason });
export const notFound: NotFound = { outcome: 'not_found' };
