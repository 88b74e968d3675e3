import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError, type CommandLine } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { Backups, type BackupRun, type NewBackupRun } from '../modules/backups/service.ts';
import { runCommand } from './command.ts';

const BACKUPS = {
  command: 'npm run tool -- backups',
  about: 'Lists the recorded copies of the database, or records one of another tool.',
  words: '[record --tool NAME [--taken-at TIME] [--place TEXT]]',
  options: {
    tool: { type: 'string', value: 'NAME', about: 'the tool that made the copy' },
    'taken-at': { type: 'string', value: 'TIME', about: 'the state that it holds (now)' },
    place: { type: 'string', value: 'TEXT', about: 'where it lies' },
  },
} as const;

const toLine = ({ takenAt, tool, place }: BackupRun): string =>
  `${takenAt.toISOString()}  ${tool}${place && `  ${place}`}`;

/** @returns the copy to record; undefined to list the copies @throws UsageError */
function readOptions({ values, positionals }: CommandLine<typeof BACKUPS.options>): NewBackupRun | undefined {
  if (positionals.length === 0 && Object.keys(values).length === 0) return undefined;
  if (positionals.join() !== 'record' || !values.tool) throw new UsageError(usageOf(BACKUPS));
  const { tool, place = '', 'taken-at': time } = values;
  if (time === undefined) return { tool, place };
  const takenAt = new Date(time);
  if (Number.isNaN(takenAt.getTime()))
    throw new UsageError('--taken-at: must be a time, such as 2026-08-01T02:00:00+07:00');
  return { tool, place, takenAt };
}

// `npm run tool -- backups`: lists the last copies of the database, or records one that another tool has made. `npm run tool -- backup`
// records its own.
await runCommand(BACKUPS, async (line) => {
  const copy = readOptions(line);
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
