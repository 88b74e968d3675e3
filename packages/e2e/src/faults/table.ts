import type { Outcome } from './run-fault.ts';

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : (ms / 1_000).toFixed(1));

/** Returns the outcomes as a Markdown table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const head = [
    'Fault',
    'lasted s',
    'first call answered after s',
    'all settled after s',
    'what players saw',
    'movements told of, lost',
    'audit',
  ];
  const rows = outcomes.map((one) => [
    one.name,
    seconds(one.faultMs),
    seconds(one.firstGoodMs),
    seconds(one.settledMs),
    one.seen,
    `${one.told}, ${one.problems.length === 0 ? 'none' : 'see below'}`,
    one.audit.replace('audit: ', ''),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
