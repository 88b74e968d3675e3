import type { Figure } from './part.ts';

/** Returns the median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** Returns the percentile of the values: `percentile(latencies, 0.99)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function figureOf(runs: readonly number[], unit: string): Figure {
  return { median: median(runs), min: Math.min(...runs), max: Math.max(...runs), runs, unit };
}

/** Returns the ratio of each run to the yardstick measured beside it: a slow machine slows both. */
export function ratiosOf(figure: Figure, yardstick: Figure): number[] {
  return figure.runs.map((value, run) => value / (yardstick.runs[run] ?? Number.NaN));
}

/** Returns the median of {@link ratiosOf}. */
export const ratioOf = (figure: Figure, yardstick: Figure): number => median(ratiosOf(figure, yardstick));

type Measures = Readonly<Record<string, (run: number) => Promise<unknown>>>;
type Results<M extends Measures> = { [K in keyof M]: Awaited<ReturnType<M[K]>>[] };

/** Measures in turns, A B C A B C: drift affects all of them alike. Each measure gets the run's number, from 0. */
export async function inTurns<M extends Measures>(runs: number, measures: M): Promise<Results<M>> {
  const results: Record<string, unknown[]> = {};
  for (let run = 0; run < runs; run += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      (results[name] ??= []).push(await measure(run));
    }
  }
  return results as Results<M>;
}
