/** Tables of what adapters make of a service's answers, as docs/protocol/outcomes.md shows them. */

/** The outcome of each case, by its name, in the order in which it was tried. */
export type Column = ReadonlyMap<string, string>;

/** What an adapter makes of a service's answers: a column for each call of the port. */
export interface OutcomeTable {
  service: string;
  columns: ReadonlyMap<string, Column>;
}

/** Returns the word of an outcome: the status of a slip or a payout, otherwise the outcome itself. */
export function wordOf(told: unknown): string {
  const { outcome, value } = told as { outcome: string; value?: unknown };
  if (outcome !== 'done') return outcome;
  if (typeof value === 'string') return ['accepted', 'refused'].includes(value) ? value : outcome;
  if (value === null) return 'none';
  const { status } = (value ?? {}) as { status?: unknown };
  return typeof status === 'string' ? status : outcome;
}

/** Writes a table in Markdown, its columns aligned. */
function markdown(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), line(rule), ...rows.slice(1).map(line)].join('\n');
}

function section({ service, columns }: OutcomeTable): string {
  const cases = [...new Set([...columns.values()].flatMap((column) => [...column.keys()]))];
  const head = ['case', ...[...columns.keys()].map((call) => `\`${call}\``)];
  const rows = cases.map((name) => [name, ...[...columns.values()].map((column) => column.get(name) ?? '')]);
  return `## ${service}\n\n${markdown([head, ...rows])}`;
}

/** Writes the page. */
export const outcomesPage = (tables: readonly OutcomeTable[]): string =>
  `# Outcomes of services

A test writes this page from what the adapters do (\`packages/server/src/adapters/outcomes.test.ts\`, with \`-u\` to write it anew). [adapters.md](adapters.md) explains the services, [services.md](services.md) their emulators. The house's own protocol is in [README.md](README.md).

- \`done\`, \`refused\` and \`unknown\` are the outcomes of a port. A look-up of a slip tells its status in place of \`done\`, a payout \`accepted\`, and a gift link without a ticket of ours \`none\`.
- A refusal moves nothing. What is \`unknown\` may have taken effect, unless it was certainly not sent: it waits for a look-up or a person.
- A code in a row is the service's answer to the call. \`before\` and \`after\` say whether the work was done when the answer was lost.

${tables.map(section).join('\n\n')}
`;
