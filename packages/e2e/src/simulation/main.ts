import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { simulate, type Report, type SimulationOptions } from './simulate.ts';

const USAGE = `npm run simulate -- [--seed N] [--members N] [--steps N] [--processes 1|2] [--database postgres|pglite]`;
const MINUTE_MS = 60_000;

/** What was asked for cannot be done; the message says why in one line. */
class UsageError extends Error {}

function readOptions(): Omit<SimulationOptions, 'progress'> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      members: { type: 'string', default: '200' },
      steps: { type: 'string', default: '20000' },
      processes: { type: 'string' },
      database: { type: 'string', default: 'postgres' },
    },
  });
  const number = (name: string, text: string, least: number, most: number): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new UsageError(`--${name}: must be a whole number from ${least} to ${most}\n${USAGE}`);
  };
  const { database } = values;
  if (database !== 'postgres' && database !== 'pglite') {
    throw new UsageError(`--database: must be postgres or pglite\n${USAGE}`);
  }
  const processes = number('processes', values.processes ?? (database === 'postgres' ? '2' : '1'), 1, 8);
  if (database === 'pglite' && processes > 1) {
    throw new UsageError('--processes: PGlite lives in one process; use --database postgres for more');
  }
  return {
    seed: number('seed', values.seed ?? String(randomInt(2 ** 31)), 0, 2 ** 32 - 1),
    members: number('members', values.members, 2, 90_000),
    steps: number('steps', values.steps, 1, 100_000_000),
    processes,
    database,
    settleWithinMs: 5 * MINUTE_MS,
  };
}

function print({ seed, members, processes, database }: SimulationOptions, report: Report): void {
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const rate = (report.steps / report.runMs) * 1_000;
  const lines = [
    ...report.tally,
    ...report.logged.map((line) => `logged: ${line}`),
    `seed ${seed}, ${members} members, ${processes} processes on ${database}, decisions ${report.digest}`,
    `${report.steps} steps in ${seconds(report.runMs)} s (${rate.toFixed(0)} a second), after ${seconds(report.enrolMs)} s of registrations`,
    `${report.faults} faults, ${report.kills} kills; settled after ${seconds(report.settleMs)} s`,
    ...report.audit,
    ...report.problems.map((problem) => `problem: ${problem}`),
    `simulation: ${report.problems.length} problems`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const options = { ...readOptions(), progress: (line: string) => void process.stderr.write(`${line}\n`) };
  process.stdout.write(`seed ${options.seed}\n`);
  const report = await simulate(options);
  print(options, report);
  process.exitCode = report.problems.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(
    `${error instanceof UsageError ? error.message : String((error as Error).stack ?? error)}\n`,
  );
  process.exitCode = 1;
}
