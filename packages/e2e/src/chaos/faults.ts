import { parseArgs } from 'node:util';
import {
  databaseCrashed,
  databaseGone,
  databaseRestarted,
  databaseSilent,
  databaseSlow,
  outOfConnections,
} from '../faults/database-faults.ts';
import { clockJumps, deployed, outsideGone, outsideMute, serverKilled } from '../faults/process-faults.ts';
import { Rig, type RigOptions } from '../faults/rig.ts';
import { runFault, type Fault, type Outcome } from '../faults/run-fault.ts';
import {
  diskFull,
  makeSmallDisk,
  ON_SMALL_DISK,
  primaryLost,
  SYNCHRONOUS,
} from '../faults/storage-faults.ts';
import { tableOf } from '../faults/table.ts';
import { refuse } from '../support/refuse.ts';

const HOUR_MS = 60 * 60_000;

type Group = (
  run: (options: Omit<RigOptions, 'players'>, faults: FaultsOf) => Promise<void>,
) => Promise<void>;
type FaultsOf = readonly Fault[] | ((rig: Rig) => Promise<readonly Fault[]>);

const GROUPS: Readonly<Record<string, Group>> = {
  database: (run) =>
    run({ cluster: { settings: { max_connections: '40' } } }, [
      databaseRestarted,
      databaseCrashed,
      databaseGone(30_000),
      databaseSilent(8_000),
      databaseSlow(100, 8_000),
      outOfConnections(6_000),
    ]),
  counterparties: (run) => run({}, [outsideGone(8_000), outsideMute(8_000)]),
  processes: (run) => run({ isBalanced: true }, [serverKilled, deployed]),
  clock: (run) => run({}, [clockJumps(HOUR_MS, 4_000)]),
  disk: async (run) => {
    const disk = makeSmallDisk();
    if (!disk) {
      process.stdout.write('disk: left out, this user may not mount a file system\n');
      return;
    }
    try {
      const cluster = { folder: disk.folder, settings: ON_SMALL_DISK };
      await run({ cluster }, [diskFull(disk.folder, 5_000)]);
    } finally {
      disk.remove();
    }
  },
  failover: (run) => run({ cluster: { settings: SYNCHRONOUS } }, async (rig) => [await primaryLost(rig)]),
};

/**
 * Applies faults below and around two servers under load, one after the other, and measures their cost.
 * Prints a table; ends with code 1 when a call got a forbidden answer, or anything was lost.
 * @param args `--only <group>` of database, outside, processes, clock, disk, failover; `--players <n>`
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, players: { type: 'string', default: '6' } },
  });
  const names = values.only === undefined ? Object.keys(GROUPS) : values.only.split(',');
  const unknown = names.find((name) => !(name in GROUPS));
  if (unknown !== undefined) {
    refuse(`--only: no faults called ${unknown}; there are ${Object.keys(GROUPS).join(', ')}`);
  }
  const players = Number(values.players);
  if (!Number.isInteger(players) || players < 1) refuse('--players: must be a whole number from 1');
  const outcomes: Outcome[] = [];
  const runAll = async (options: Omit<RigOptions, 'players'>, faultsOf: FaultsOf): Promise<void> => {
    const rig = await Rig.start({ ...options, players });
    try {
      for (const fault of typeof faultsOf === 'function' ? await faultsOf(rig) : faultsOf) {
        process.stderr.write(`${fault.name} …\n`);
        const outcome = await runFault(rig, fault);
        outcomes.push(outcome);
        for (const problem of outcome.problems) process.stderr.write(`  ${problem}\n`);
      }
    } finally {
      await rig.stop();
    }
  };
  for (const name of names) await GROUPS[name]?.(runAll);
  process.stdout.write(`${tableOf(outcomes)}\n`);
  const problems = outcomes.flatMap(({ name, problems: found }) =>
    found.map((problem) => `${name}: ${problem}`),
  );
  for (const problem of problems) process.stdout.write(`problem: ${problem}\n`);
  process.stdout.write(`faults: ${outcomes.length}, problems: ${problems.length}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
