import type { RejectedEntry } from '../ports/listing.ts';

/**
 * `wrong`: money does not add up. `attention`: it adds up or cannot be checked, and staff should look into
 * it.
 */
export type Severity = 'wrong' | 'attention';

/** A finding for the operator, worded so that they can act on it. */
export interface Finding {
  severity: Severity;
  /** The comparison that found it. */
  check: string;
  /** The account, payment or transfer. */
  subject: string;
  message: string;
}

/** One check. It can be run again alone, once transfers in flight have landed. */
export interface Check {
  name: string;
  run(): Promise<Finding[]>;
}

/** Collects the findings of one check. */
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

  /** Reports unreadable entries as not compared; the others are compared. */
  rejected(subject: string, entries: readonly RejectedEntry[]): void {
    for (const { reason, text } of entries) this.notCompared(`${subject} ${text.slice(0, 200)}`, reason);
  }

  /** Reports a counterparty that did not answer: the entry is neither right nor wrong. */
  notCompared(subject: string, reason: string): void {
    this.attention(subject, `${NOT_COMPARED}: ${reason}`);
  }
}

/** Prefix of findings about a comparison that could not be made. */
export const NOT_COMPARED = 'could not be compared';

/** Formats a finding as one line for the operator. */
export const toLine = ({ severity, check, subject, message }: Finding): string =>
  `${severity}: ${check}: ${subject}: ${message}`;
