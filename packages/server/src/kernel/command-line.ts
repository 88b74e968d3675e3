import { parseArgs, type ParseArgsConfig } from 'node:util';

/** An option of a command; `about` is its line in the help. */
export type Option = { about: string } & (
  | { type: 'boolean'; default?: boolean }
  | { type: 'string'; default?: string; value: string }
);

/** Description of a command. */
export interface Command<O extends Readonly<Record<string, Option>> = Readonly<Record<string, Option>>> {
  /** The command as typed, such as `npm run tool -- audit`. */
  command: string;
  /** One line. */
  about: string;
  /** Usage of the words behind the command; none are taken when left out. */
  words?: string;
  options: O;
}

/** Words and options of a command line. */
export type CommandLine<O extends Readonly<Record<string, Option>>> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>;

/** A wrong command line; the message is one line for the operator. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns the usage in one line. */
export function usageOf({ command, words, options }: Command): string {
  const hasOwn = Object.keys(options).some((name) => !words?.includes(`--${name}`));
  return [command, words, hasOwn && '[options]'].filter(Boolean).join(' ');
}

/** Returns the help: usage, purpose, and a line for each option. */
export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(([name, option]) => [
    option.type === 'string' ? `--${name} ${option.value}` : `--${name}`,
    option.about,
  ]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', about]) => `  ${name.padEnd(width)}  ${about}`);
  return [usageOf(command), command.about, ...lines].join('\n');
}

/** Returns whether the command line asks for help. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h');

/** Reads a command line. @throws UsageError one line that names the wrong option, and the usage */
export function readCommandLine<O extends Readonly<Record<string, Option>>>(
  command: Command<O>,
  args: readonly string[],
): CommandLine<O> {
  const config = {
    args: [...args],
    options: command.options,
    allowPositionals: command.words !== undefined,
  } satisfies ParseArgsConfig;
  try {
    return parseArgs(config);
  } catch (error) {
    const [first = ''] = (error as Error).message.split(/\.? *\n|\. /);
    throw new UsageError(`${first}; ${usageOf(command)}`);
  }
}
