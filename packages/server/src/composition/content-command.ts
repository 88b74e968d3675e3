import { userInfo } from 'node:os';
import { describeFaults, findAdapterFaults, findPartFaults } from './part-faults.ts';
import { differences } from '../content/differences.ts';
import { ContentError, inspectFolder, inspectStored, type Inspected } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { ContentStore } from '../content/store.ts';
import { ContentVersions, type ContentVersion, type LoadedBy } from '../content/versions.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { usageOf, UsageError, type CommandLine } from '../kernel/command-line.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';

/** The command and its options. */
export const CONTENT = {
  command: 'npm run tool -- content',
  about: 'Loads the content of CONTENT_DIR; lists, shows and restores versions.',
  words: '[list | show N | back N]',
  options: {
    check: { type: 'boolean', default: false, about: 'checks only and loads nothing' },
    'without-settings': {
      type: 'boolean',
      default: false,
      about: 'skips the checks of the environment, on a machine that is no server',
    },
    by: { type: 'string', value: 'NAME', about: 'who loads it (the user of the shell)' },
    note: { type: 'string', default: '', value: 'TEXT', about: 'a note for the list of versions' },
  },
} as const;

interface Options extends LoadedBy {
  command: string;
  number: number;
  /** Checks only and stores nothing. */
  isCheck: boolean;
  /** Skips checks of the environment, for machines whose environment differs from the servers'. */
  isWithoutSettings: boolean;
}

/** @throws UsageError */
function readOptions({ values, positionals }: CommandLine<typeof CONTENT.options>): Options {
  const [command = 'load', number, ...rest] = positionals;
  const takesNumber = command === 'show' || command === 'back';
  const isKnown = takesNumber || command === 'load' || command === 'list';
  const isNumber = number === undefined ? !takesNumber : takesNumber && /^[1-9]\d{0,14}$/.test(number);
  if (!isKnown || !isNumber || rest.length > 0) throw new UsageError(usageOf(CONTENT));
  return {
    command,
    number: Number(number),
    isCheck: values.check,
    isWithoutSettings: values['without-settings'],
    by: values.by ?? userName(),
    note: values.note,
  };
}

/** Returns the shell's user; some containers have none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/**
 * Refuses content that a server start would refuse, before anything is stored.
 * @throws ContentError with every fault
 */
async function accept(
  { content, parts, problems }: Pick<Inspected, 'content' | 'parts' | 'problems'>,
  settings: Settings,
  { isWithoutSettings }: Options,
): Promise<Content> {
  const faults = [...problems];
  if (parts && isWithoutSettings) faults.push(...describeFaults(await findAdapterFaults(parts)));
  else if (parts) faults.push(...describeFaults(await findPartFaults(settings, parts), settings.missing));
  if (faults.length > 0 || !content) throw new ContentError(faults);
  return content;
}

async function load(settings: Settings, options: Options): Promise<string> {
  const { contentDir } = settings;
  const content = await accept(await inspectFolder(contentDir), settings, options);
  if (options.isCheck) return `${contentDir} has no faults; nothing was loaded`;
  return inDatabase(settings, async (database) => {
    const number = await new ContentStore(database).save(content, options);
    return number === undefined
      ? `what ${contentDir} holds is in force already`
      : `version ${number} loaded from ${contentDir}`;
  });
}

async function back(settings: Settings, options: Options): Promise<string> {
  const { number: old, by, note } = options;
  return inDatabase(settings, async (database) => {
    const versions = new ContentVersions(database);
    const { value } = await versions.find(old);
    await accept(await inspectStored(value, settings.contentDir), settings, options);
    if (options.isCheck) return `version ${old} has no faults; nothing was loaded`;
    const number = await versions.goBack(old, {
      by,
      note: [`back to ${old}`, note].filter(Boolean).join(': '),
    });
    return number === undefined
      ? `what version ${old} holds is in force already`
      : `version ${number} is version ${old} again`;
  });
}

async function list(database: Database): Promise<string> {
  const toLine = ({ number, loadedAt, digest, by, note }: ContentVersion, index: number) =>
    [
      `${number}${index === 0 ? ' (in force)' : ''}`,
      loadedAt.toISOString(),
      digest.slice(0, 12),
      by || '-',
      note,
    ]
      .join('  ')
      .trimEnd();
  const versions = await new ContentVersions(database).list();
  return ['versions, newest first', ...versions.map(toLine)].join('\n');
}

/** Returns the changes of a version against the one before. */
async function show(database: Database, number: number): Promise<string> {
  const versions = new ContentVersions(database);
  const shown = await versions.find(number);
  const before = (await versions.list()).find((version) => version.number < number);
  if (!before) return `version ${number} is the oldest that is kept: there is nothing to compare it with`;
  const lines = differences((await versions.find(before.number)).value, shown.value);
  return [`version ${number} changed of version ${before.number}:`, ...lines].join('\n');
}

async function inDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Runs `npm run tool -- content`.
 * @returns its output
 * @throws UsageError; ContentError, SettingsError with every fault, a line each; nothing is stored then
 */
export async function contentCommand(
  line: CommandLine<typeof CONTENT.options>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const options = readOptions(line);
  const settings = readSettings(environment);
  switch (options.command) {
    case 'list':
      return inDatabase(settings, list);
    case 'show':
      return inDatabase(settings, (database) => show(database, options.number));
    case 'back':
      return back(settings, options);
    default:
      return load(settings, options);
  }
}
