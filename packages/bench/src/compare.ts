import { readFileSync, writeFileSync } from 'node:fs';
import { figureOf, percentile, ratioOf, ratiosOf } from './measure.ts';
import type { Row, Target } from './part.ts';

/** One turn of a part: the rows measured here, and those of the other commit beside them. */
export interface Turn {
  part: string;
  here: readonly Row[];
  there: readonly Row[];
}

/** File of turns, written by `scripts/lib/bench-against.mjs`. */
export interface Comparison {
  /** The other commit. */
  against: string;
  turns: readonly Turn[];
}

/** A measure may fall behind the other commit by this share. */
const TOLERANCE = 0.05;

/**
 * Share of the turns in which it must fall behind by more to miss. Single turns of one commit differ by more than
 * that, so a missed median alone would often mean nothing.
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
 * Returns a row for each measure that both sides took; the other commit is its yardstick. A measure with a
 * yardstick of its own must not fall behind in most turns, and a second row has it as a multiple of that.
 */
export function compareTurns({ against, turns }: Comparison): Row[] {
  const commit = against.slice(0, 8);
  const pairs = turns.flatMap(pairsOf);
  const ids = new Set(pairs.map(({ here }) => here.id));
  return [...ids].flatMap((id) =>
    compare(
      commit,
      pairs.filter(({ here }) => here.id === id),
    ),
  );
}

/** A measure of one turn on both sides. */
interface Pair {
  here: Row;
  there: Row;
}

function pairsOf({ here, there }: Turn): Pair[] {
  return here.flatMap((row) => {
    const other = there.find(({ id }) => id === row.id);
    return other ? [{ here: row, there: other }] : [];
  });
}

function compare(commit: string, pairs: readonly Pair[]): Row[] {
  const [first] = pairs;
  if (!first) return [];
  const { id, what, figure, yardstick, target } = first.here;
  const besides = (unit: string, valueOf: (row: Row) => number) => {
    const here = figureOf(
      pairs.map((pair) => valueOf(pair.here)),
      unit,
    );
    const there = figureOf(
      pairs.map((pair) => valueOf(pair.there)),
      unit,
    );
    return { figure: here, yardstick: { what: commit, figure: there }, ratio: ratioOf(here, there) };
  };
  const compared = { id, what, ...besides(figure.unit, (row) => row.figure.median) };
  if (!yardstick) return [compared];
  const ratios = ratiosOf(compared.figure, compared.yardstick.figure);
  return [
    { ...compared, ...judge(ratios, target) },
    {
      id: `${id}.ratio`,
      what: `… as a multiple of ${yardstick.what}`,
      ...besides('×', ({ ratio }) => ratio ?? Number.NaN),
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
