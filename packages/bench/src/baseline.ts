import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Baseline } from './part.ts';
import { baselines } from './parts.ts';

type Values = Record<string, number | string>;

const fileOf = (root: string): string => path.join(root, 'packages', 'bench', 'baseline.json');

/** Returns the stored values, by the baselines' names. */
export function readKept(root: string): Readonly<Record<string, Values>> {
  return JSON.parse(readFileSync(fileOf(root), 'utf8')) as Record<string, Values>;
}

/** Reads all baselines and stores their current values. */
export async function keepBaselines(context: { root: string; postgresUrl: string }): Promise<void> {
  const kept: Record<string, Values> = {};
  for (const baseline of baselines) kept[baseline.name] = await baseline.read(context);
  writeFileSync(fileOf(context.root), `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** Returns the differences between read and stored values, one line each. */
export function differences(
  { tolerance = 0 }: Pick<Baseline, 'tolerance'>,
  kept: Values,
  read: Values,
): string[] {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(read)])].toSorted();
  return names
    .filter((name) => !isSame(kept[name], read[name], tolerance))
    .map((name) => `${name}: ${kept[name] ?? 'nothing'} is kept, ${read[name] ?? 'nothing'} is read`);
}

function isSame(kept: number | string | undefined, read: number | string | undefined, tolerance: number) {
  if (typeof kept !== 'number' || typeof read !== 'number') return kept === read;
  return Math.abs(read - kept) <= Math.abs(kept) * tolerance;
}
