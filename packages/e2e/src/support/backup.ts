import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './program.ts';

const RUNNER = fileURLToPath(new URL('../../../../scripts/tool.mjs', import.meta.url));

/** Runs a tool on the database of those settings. @returns its output */
async function command(args: readonly string[], env: Environment): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  return (await promisify(execFile)(process.execPath, [RUNNER, ...args], options)).stdout.trim();
}

/** Makes a copy of the ledger. @returns its file or folder */
export const makeCopy = (folder: string, env: Environment): Promise<string> =>
  command(['backup', '--to', folder], env);

/** Fills an empty database from a copy. @throws Error when it is not empty */
export const restoreCopy = (copy: string, env: Environment): Promise<string> =>
  command(['restore', '--from', copy], env);
