import type { AccessReport } from './probe.ts';
import { isRight, type Row } from './row.ts';

const SHORT = 90;
const cell = (text: string): string => {
  const plain = text.replaceAll('|', '\\|');
  return plain.length > SHORT ? `${plain.slice(0, SHORT)}…` : plain;
};

const line = (row: Row): string =>
  `| ${[row.what, row.tried, row.expected, row.actual].map(cell).join(' | ')} | ${isRight(row) ? 'yes' : 'NO'} |`;

/** Returns the table for readers, with a last line of figures. */
export function toMarkdown({ rows, problems }: AccessReport): string {
  const calls = new Set(rows.map(({ what }) => what)).size;
  const wrong = rows.filter((row) => !isRight(row)).length;
  return [
    '| call | tried | expected | actual | as expected |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(line),
    '',
    ...problems.map((problem) => `problem: ${problem}`),
    `access: ${rows.length} tries of ${calls} calls and endpoints, ${wrong} not as expected, ${problems.length} problems`,
  ].join('\n');
}
