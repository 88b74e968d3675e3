/** Rows of a page of the console's lists. */
export const LIST_PAGE = 50;

/** A page of a list: the row after which it begins, and how many rows to read, one more than are shown. */
export interface ListPlace {
  /** Id of the last row of the page before; undefined for the first page. */
  after: string | undefined;
  most: number;
}

/** Returns the place of a page after a row. @param size rows of a page */
export const placeAfter = (after: string | undefined, size = LIST_PAGE): ListPlace => ({
  after,
  most: size + 1,
});

/**
 * Cuts the page from rows that were read with one more than it holds.
 * @returns its rows, and the key of the next page, the last row's id; null after the last page
 */
export function cutPage<Row extends { id: string }>(
  rows: readonly Row[],
  size = LIST_PAGE,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size);
  return { page, next: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}

/** Cuts the page after a row from a short list that was read whole. */
export function pageOf<Row extends { id: string }>(
  all: readonly Row[],
  after: string | undefined,
): { page: Row[]; next: string | null } {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return cutPage(all.slice(from, from + LIST_PAGE + 1));
}
