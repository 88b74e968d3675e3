import type { RejectedEntry } from '../ports/listing.ts';

/**
 * `wrong`: money does not add up. `attention`: it does, or cannot be told, and a person should look into it.
 */
export type Severity = 'wrong' | 'attention';

/** Something an operator should know of, in words they can act on. */
export interface Finding {
  severity: Severity;
  /** What was compared. */
  check: string;
  /** Which account, payment or transfer. */
  subject: string;
  message: string;
}

/** One thing to look at. A later check may be run again by itself: what was in flight has landed then. */
export interface Check {
  name: string;
  run(): Promise<Finding[]>;
}

/** Gathers the findings of one check. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #check: string;

  constructor(check: string) {
    this.#check = check;
  }

  wrong(subject: string, message: string): void {
    this.list.push({ severity: 'wrong', check: this.#check, subject, message });
  }

  attention(subject: string, message: string): void {
    this.list.push({ severity: 'attention', check: this.#check, subject, message });
  }

  /** What cannot be read is not compared; the rest is. */
  rejected(subject: string, entries: readonly RejectedEntry[]): void {
    for (const { reason, text } of entries) this.notCompared(`${subject} ${text.slice(0, 200)}`, reason);
  }

  /** The other side did not answer: nothing is known to be wrong, and nothing to be right. */
  notCompared(subject: string, reason: string): void {
    this.attention(subject, `${NOT_COMPARED}: ${reason}`);
  }
}

/** How the message of a finding begins that says that a comparison could not be made. */
export const NOT_COMPARED = 'could not be compared';

/** The line an operator reads. */
export const toLine = ({ severity, check, subject, message }: Finding): string =>
  `${severity}: ${check}: ${subject}: ${message}`;
