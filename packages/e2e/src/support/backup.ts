import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './program.ts';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/backup.mjs', import.meta.url));

/** Runs `npm run backup` or `npm run restore` on the database of those settings. @returns its output */
async function command(args: readonly string[], env: Environment): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  return (await promisify(execFile)(process.execPath, [SCRIPT, ...args], options)).stdout.trim();
}

/** Makes a copy of the ledger. @returns its file or folder */
export const makeCopy = (folder: string, env: Environment): Promise<string> => command(['--to', folder], env);

/** Fills an empty database from a copy. @throws Error when it is not empty */
export const restoreCopy = (copy: string, env: Environment): Promise<string> =>
  command(['restore', '--from', copy], env);
