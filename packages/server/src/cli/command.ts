import {
  asksForHelp,
  helpOf,
  readCommandLine,
  type Command,
  type CommandLine,
} from '../kernel/command-line.ts';
import { run } from './run.ts';

type Options = Command['options'];

/**
 * Runs a command of the operator with its command line; `--help` prints the help instead. A wrong option is
 * reported before any work.
 */
export async function runCommand<O extends Options>(
  command: Command<O>,
  program: (line: CommandLine<O>) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    console.log(helpOf(command));
    return;
  }
  await run(async () => program(readCommandLine(command, args)));
}
