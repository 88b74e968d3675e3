import type { Figure, Row, Target } from './part.ts';

/** Returns whether a row reaches its target; undefined without a target. */
export function isReached({ figure, ratio, target, judged }: Row): boolean | undefined {
  if (!target) return undefined;
  const value = judged ?? (target.of === 'ratio' ? (ratio ?? Number.NaN) : figure.median);
  return target.atLeast === undefined ? value <= target.atMost : value >= target.atLeast;
}

const HEAD = ['what', 'figure', 'yardstick', 'ratio', 'to reach', 'reached'];

/** Returns the rows as lines of text with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [lines[0] ?? HEAD, rule, ...lines.slice(1)]
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function cells(row: Row): string[] {
  const { what, figure, yardstick, ratio, target, judged } = row;
  return [
    what,
    show(figure),
    yardstick ? `${yardstick.what} ${show(yardstick.figure)}` : '',
    ratio === undefined ? '' : `${number(ratio)} ×${judged === undefined ? '' : ` (${number(judged)})`}`,
    target ? showTarget(target, figure.unit) : '',
    REACHED[String(isReached(row)) as keyof typeof REACHED],
  ];
}

const REACHED = { true: 'yes', false: 'NO', undefined: '' };

const show = ({ median, unit }: Figure): string => `${number(median)} ${unit}`.trim();

function showTarget({ of, atLeast, atMost }: Target, unit: string): string {
  const bound = atLeast === undefined ? `≤ ${number(atMost)}` : `≥ ${number(atLeast)}`;
  return `${bound} ${of === 'ratio' ? '×' : unit}`.trim();
}

/** Returns three significant digits below a thousand, whole numbers above. */
function number(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
