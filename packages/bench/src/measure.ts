import type { Figure } from './part.ts';

/** The middle of the values; of an even number of them, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** The value that a share of all is no greater than: `percentile(latencies, 0.99)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function figureOf(runs: readonly number[], unit: string): Figure {
  return { median: median(runs), min: Math.min(...runs), max: Math.max(...runs), runs, unit };
}

/** The median of each run by the yardstick measured beside it: what slows the machine down slows both. */
export function ratioOf(figure: Figure, yardstick: Figure): number {
  return median(figure.runs.map((value, run) => value / (yardstick.runs[run] ?? Number.NaN)));
}

type Measures = Readonly<Record<string, () => Promise<unknown>>>;
type Results<M extends Measures> = { [K in keyof M]: Awaited<ReturnType<M[K]>>[] };

/** Takes measures in turns, A B C A B C: what drifts, drifts for all of them. */
export async function inTurns<M extends Measures>(runs: number, measures: M): Promise<Results<M>> {
  const results: Record<string, unknown[]> = {};
  for (let run = 0; run < runs; run += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      (results[name] ??= []).push(await measure());
    }
  }
  return results as Results<M>;
}
