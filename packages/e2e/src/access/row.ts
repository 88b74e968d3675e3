/** One line of the table. */
export interface Row {
  /** The call, or the door beside the API. */
  what: string;
  /** Who or what was tried. */
  tried: string;
  expected: string;
  actual: string;
}

export const isRight = ({ expected, actual }: Row): boolean => expected === actual;
