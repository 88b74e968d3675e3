/** One line of the table. */
export interface Row {
  /** The call, or the endpoint outside of the API. */
  what: string;
  /** The caller or the value tried. */
  tried: string;
  expected: string;
  actual: string;
}

export const isRight = ({ expected, actual }: Row): boolean => expected === actual;
