import { runCommand, type CommandResult } from './operator.ts';
import type { Environment } from './program.ts';

/** Runs the auditor as an operator does, on the data those settings name. */
export const runAudit = (env: Environment, ...args: string[]): Promise<CommandResult> =>
  runCommand('audit', args, env);
