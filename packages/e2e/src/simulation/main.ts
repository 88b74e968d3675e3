import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runPlanted } from './planted-run.ts';
import { refuse } from '../support/refuse.ts';
import { simulate, type Report, type SimulationOptions } from './simulate.ts';

const MINUTE_MS = 60_000;
const MOST_MINUTES = 7 * 24 * 60;

function readOptions(): Omit<SimulationOptions, 'progress'> & { planted: boolean } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      members: { type: 'string' },
      steps: { type: 'string' },
      processes: { type: 'string' },
      database: { type: 'string', default: 'postgres' },
      minutes: { type: 'string', default: String(MOST_MINUTES) },
      planted: { type: 'boolean', default: false },
    },
  });
  const number = (name: string, text: string, least: number, most: number): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return refuse(`--${name}: must be a whole number from ${least} to ${most}`);
  };
  const { database } = values;
  if (database !== 'postgres' && database !== 'pglite') {
    return refuse('--database: must be postgres or pglite');
  }
  const processes = number('processes', values.processes ?? (database === 'postgres' ? '2' : '1'), 1, 8);
  if (database === 'pglite' && values.planted) {
    refuse('--planted: faults are planted into PostgreSQL');
  }
  if (database === 'pglite' && processes > 1) {
    refuse('--processes: PGlite lives in one process; use --database postgres for more');
  }
  return {
    seed: number('seed', values.seed ?? String(randomInt(2 ** 31)), 0, 2 ** 32 - 1),
    planted: values.planted,
    members: number('members', values.members ?? (values.planted ? '8' : '200'), 2, 90_000),
    steps: number('steps', values.steps ?? (values.planted ? '300' : '20000'), 1, 100_000_000),
    processes,
    database,
    // A gift link whose redeeming had no answer is checked for 15 minutes before it needs manual review.
    settleWithinMs: 20 * MINUTE_MS,
    decideWithinMs: number('minutes', values.minutes, 1, MOST_MINUTES) * MINUTE_MS,
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
    `calls: ${Object.entries(report.calls)
      .map(([protocol, count]) => `${protocol} ${count}`)
      .join(', ')}`,
    ...report.audit,
    ...report.problems.map((problem) => `problem: ${problem}`),
    `simulation: ${report.problems.length} problems`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const { planted, ...given } = readOptions();
  const options = { ...given, progress: (line: string) => void process.stderr.write(`${line}\n`) };
  process.stdout.write(`seed ${options.seed}\n`);
  if (planted) {
    const { lines, isComplete } = await runPlanted(options);
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = isComplete ? 0 : 1;
  } else {
    const report = await simulate(options);
    print(options, report);
    process.exitCode = report.problems.length > 0 ? 1 : 0;
  }
} catch (error) {
  process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
