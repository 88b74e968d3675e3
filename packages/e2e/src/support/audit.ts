import { runCommand, type CommandResult } from './operator.ts';
import type { Environment } from './program.ts';

/** Servers under test wait a moment only for those outside; the auditor has time. */
const PATIENT_MS = '20000';

/** Runs the auditor as an operator does, on the data those settings name. */
export const runAudit = (env: Environment, ...args: string[]): Promise<CommandResult> =>
  runCommand('audit', args, { ...env, OUTSIDE_TIMEOUT_MS: PATIENT_MS });
