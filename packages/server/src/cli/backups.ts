import { parseArgs } from 'node:util';
import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { BackupError, Backups, type BackupRun, type NewBackupRun } from '../modules/backups/service.ts';
import { run } from './run.ts';

const USAGE = 'npm run backups [-- record --tool NAME [--taken-at TIME] [--place TEXT]]';

const toLine = ({ takenAt, tool, place }: BackupRun): string =>
  `${takenAt.toISOString()}  ${tool}${place && `  ${place}`}`;

/** @returns the copy to record; undefined to list the copies @throws BackupError with the usage */
function readOptions(): NewBackupRun | undefined {
  const { values, positionals } = parseOptions();
  if (positionals.length === 0 && Object.keys(values).length === 0) return undefined;
  if (positionals.join() !== 'record' || !values.tool) throw new BackupError(USAGE);
  const { tool, place = '', 'taken-at': time } = values;
  if (time === undefined) return { tool, place };
  const takenAt = new Date(time);
  if (Number.isNaN(takenAt.getTime()))
    throw new BackupError('--taken-at: must be a time, such as 2026-08-01T02:00:00+07:00');
  return { tool, place, takenAt };
}

function parseOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { tool: { type: 'string' }, 'taken-at': { type: 'string' }, place: { type: 'string' } },
    });
  } catch {
    throw new BackupError(USAGE);
  }
}

// `npm run backups`: lists the last copies of the database, or records one that another tool has made. `npm run backup`
// records its own.
await run(async () => {
  const copy = readOptions();
  const database = await openDatabase({ ...readSettings(process.env), databasePool: 2 });
  try {
    const backups = new Backups(database);
    if (copy) {
      await backups.record(copy);
      console.log(`backups: recorded a copy by ${copy.tool}`);
      return;
    }
    const runs = await backups.list();
    for (const one of runs) console.log(toLine(one));
    if (runs.length === 0) console.log('backups: none was ever recorded');
  } finally {
    await database.close();
  }
});
