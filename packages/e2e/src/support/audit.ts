import { runCommand, type CommandResult } from './operator.ts';
import type { Environment } from './program.ts';

/** The servers of some tests wait only briefly for counterparties; the auditor has more time. */
const PATIENT_MS = '20000';

/** Runs the auditor as an operator does, on the data of those settings. */
export const runAudit = (env: Environment, ...args: string[]): Promise<CommandResult> =>
  runCommand('audit', args, { ...env, COUNTERPARTY_TIMEOUT_MS: PATIENT_MS });
