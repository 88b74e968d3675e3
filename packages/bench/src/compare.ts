import { readFileSync, writeFileSync } from 'node:fs';
import { figureOf, percentile, ratioOf, ratiosOf } from './measure.ts';
import type { Row, Target } from './part.ts';

/** One turn of a part: the rows measured here, and those of the other commit just before. */
export interface Turn {
  part: string;
  here: readonly Row[];
  there: readonly Row[];
}

/** What `scripts/lib/bench-against.mjs` writes. */
export interface Comparison {
  /** The other commit. */
  against: string;
  turns: readonly Turn[];
}

/** A measure may fall behind the other commit by this share. */
const TOLERANCE = 0.05;

/**
 * Share of the turns in which it must fall behind by more to miss. Turns of one commit differ by a quarter: the
 * median alone would often accuse nothing.
 */
const MOST_TURNS = 0.75;

/** Compares the turns of a file and adds the rows to it. */
export function compareFile(file: string): Row[] {
  const comparison = JSON.parse(readFileSync(file, 'utf8')) as Comparison;
  const rows = compareTurns(comparison);
  writeFileSync(file, `${JSON.stringify({ ...comparison, rows }, undefined, 2)}\n`);
  return rows;
}

/**
 * Returns a row for each measure that both sides took in every turn; the other commit is its yardstick. A
 * measure with a yardstick of its own must not fall behind in most turns, and a second row has it as a multiple of that.
 */
export function compareTurns({ against, turns }: Comparison): Row[] {
  const commit = against.slice(0, 8);
  const pairs = turns.flatMap(({ here, there }) =>
    here.map((row): Pair => ({ row, other: there.find(({ id }) => id === row.id) })),
  );
  const ids = new Set(pairs.map(({ row }) => row.id));
  return [...ids].flatMap((id) =>
    compare(
      commit,
      pairs.filter(({ row }) => row.id === id),
    ),
  );
}

/** A measure of one turn, here and at the other commit. */
interface Pair {
  row: Row;
  other: Row | undefined;
}

function compare(commit: string, pairs: readonly Pair[]): Row[] {
  const [first] = pairs;
  if (!first || pairs.some(({ other }) => other === undefined)) return [];
  const { id, what, figure, yardstick, target } = first.row;
  const besides = (unit: string, valueOf: (row: Row | undefined) => number | undefined) => {
    const here = figureOf(
      pairs.map(({ row }) => valueOf(row) ?? Number.NaN),
      unit,
    );
    const there = figureOf(
      pairs.map(({ other }) => valueOf(other) ?? Number.NaN),
      unit,
    );
    return { figure: here, yardstick: { what: commit, figure: there }, ratio: ratioOf(here, there) };
  };
  const compared = { id, what, ...besides(figure.unit, (row) => row?.figure.median) };
  if (!yardstick) return [compared];
  const ratios = ratiosOf(compared.figure, compared.yardstick.figure);
  return [
    { ...compared, ...judge(ratios, target) },
    {
      id: `${id}.ratio`,
      what: `… as a multiple of ${yardstick.what}`,
      ...besides('×', (row) => row?.ratio),
    },
  ];
}

/** Judges a measure of which more is better, unless its own target is an upper one. */
function judge(ratios: readonly number[], own: Target | undefined): Pick<Row, 'target' | 'judged'> {
  const negative = ratios.map((ratio) => -ratio);
  return own?.atMost === undefined
    ? { target: { of: 'ratio', atLeast: 1 - TOLERANCE }, judged: percentile(ratios, MOST_TURNS) }
    : { target: { of: 'ratio', atMost: 1 + TOLERANCE }, judged: -percentile(negative, MOST_TURNS) };
}
