/** The tables of docs/typed-numbers.md, which the app's tests type into its fields. No program reads them. */

/** Reason why a text is not sent, from the last column. */
const REASONS = ['unreadable', 'partial', 'decimals', 'tooLong', 'refused'] as const;
export type TypedNumberReason = (typeof REASONS)[number];

/** One text and its result. */
export interface TypedNumber {
  typed: string;
  shown: string;
  /** Value sent; undefined where nothing is sent. */
  sent: string | undefined;
  reason: TypedNumberReason | undefined;
}

const ROW = /^\| `(.*?)` *\| `(.*?)` *\| (\S+) *\|$/;
const unescape = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Returns the tables by their headings.
 * @param document the text of docs/typed-numbers.md
 * @throws Error for a row that cannot be read
 */
export function readTypedNumberTables(document: string): ReadonlyMap<string, readonly TypedNumber[]> {
  const [, ...sections] = document.split(/^## /m);
  return new Map(sections.map((section) => [section.split('\n', 1)[0] ?? '', rowsOf(section)]));
}

function rowsOf(section: string): readonly TypedNumber[] {
  const [, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => {
    const [, typed, shown, end] = ROW.exec(line) ?? [];
    if (typed === undefined || shown === undefined || end === undefined)
      throw new Error(`unreadable row: ${line}`);
    const reason = REASONS.find((known) => known === end);
    return { typed: unescape(typed), shown: unescape(shown), sent: reason ? undefined : end, reason };
  });
}
