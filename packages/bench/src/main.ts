import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BenchError } from './bench-error.ts';
import { keepBaselines } from './baseline.ts';
import { compareFile } from './compare.ts';
import type { Context, Part, Row } from './part.ts';
import { parts } from './parts.ts';
import { PartProfile } from './part-profile.ts';
import { query } from './postgres/databases.ts';
import { fillLarge } from './seed/fill-large.ts';
import { formatTable, isReached } from './table.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

const OPTIONS = {
  only: { type: 'string' },
  runs: { type: 'string', default: '5' },
  short: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  out: { type: 'string' },
  set: { type: 'string', multiple: true },
  members: { type: 'string', default: '1000000' },
  movements: { type: 'string', default: '10000000' },
} as const;

/** Head of the JSON: place and time of the measurement. */
interface Conditions {
  startedAt: string;
  cores: number;
  processor: string;
  memoryGb: number;
  node: string;
  postgres: Record<string, string>;
  loadAverageBefore: number[];
  runs: number;
  short: boolean;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [word, file = ''] = positionals;
  if (word === 'compare') {
    report(compareFile(file), file);
    return;
  }
  const postgresUrl = process.env['BENCH_POSTGRES_URL'];
  if (!postgresUrl) throw new BenchError('BENCH_POSTGRES_URL is not set: run this by npm run bench');
  if (word === 'baseline') {
    await keepBaselines({ root, postgresUrl });
    return;
  }
  if (word === 'fill') {
    const size = {
      members: whole('members', values.members),
      movements: whole('movements', values.movements),
    };
    await fillLarge(postgresUrl, size, (line) => process.stdout.write(`${line}\n`));
    return;
  }
  const runs = whole('runs', values.runs);
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const out = path.resolve(values.out ?? path.join(root, '.data', 'bench', `${stamp}.json`));
  mkdirSync(path.dirname(out), { recursive: true });
  const context: Context = {
    runs,
    short: values.short,
    root,
    outDir: path.dirname(out),
    postgresUrl,
    serverEnv: readSettings(values.set ?? []),
    profile: values.profile,
    log: (line) => process.stderr.write(`  ${line}\n`),
  };
  const conditions = await conditionsOf(context);
  const rows = await measure(context, chosen(values.only), (measured) =>
    writeFileSync(out, `${JSON.stringify({ ...conditions, rows: measured }, undefined, 2)}\n`),
  );
  report(rows, out);
}

/** Prints the rows and the file that has them; a missed target makes the exit code 1. */
function report(rows: readonly Row[], file: string): void {
  process.stdout.write(`${formatTable(rows)}\n\n${file}\n`);
  process.exitCode = rows.some((row) => isReached(row) === false) ? 1 : 0;
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new BenchError(`--${option}: must be a whole number from 1`);
  return value;
}

/** Measures part by part; keeps earlier results when a later part fails. */
async function measure(
  context: Context,
  wanted: readonly Part[],
  keep: (rows: readonly object[]) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const kept: object[] = [];
  for (const part of wanted) {
    context.log(part.name);
    const loadAverage = loadavg();
    const profile = context.profile ? await PartProfile.begin(context) : undefined;
    for (const row of await part.run(context)) {
      rows.push(row);
      kept.push({ part: part.name, loadAverage, ...row, reached: isReached(row) });
    }
    if (profile) kept.push({ part: part.name, ...(await profile.end()) });
    keep(kept);
  }
  return rows;
}

function chosen(only: string | undefined): readonly Part[] {
  if (only === undefined) return parts;
  return only.split(',').map((name) => {
    const part = parts.find((one) => one.name === name.trim());
    if (part) return part;
    throw new BenchError(`--only: no part ${name}; there are ${parts.map((one) => one.name).join(', ')}`);
  });
}

function readSettings(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((setting) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(setting) ?? [];
      if (!name || value === undefined) throw new BenchError(`--set: ${setting} is not NAME=value`);
      return [name, value];
    }),
  );
}

const POSTGRES_SETTINGS = [
  'server_version',
  'shared_buffers',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'max_wal_size',
  'checkpoint_timeout',
  'max_connections',
];

async function conditionsOf({ postgresUrl, runs, short }: Context): Promise<Conditions> {
  const settings = await query<{ name: string; value: string }>(
    postgresUrl,
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [POSTGRES_SETTINGS],
  );
  return {
    startedAt: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    loadAverageBefore: loadavg(),
    runs,
    short,
  };
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof BenchError ? error.message : text}\n`);
  process.exitCode = 2;
});
