import type { Part } from '../ports/part.ts';

/** Reason why a part of the content cannot work in this process. */
export interface PartFault {
  part: Part;
  /** Names of missing settings. */
  missing: readonly string[];
  /** Any other fault, in one line. */
  fault?: string;
}
