import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Environment } from './program.ts';

const script = fileURLToPath(new URL('../../../server/dist/cli/audit.js', import.meta.url));

/** Runs the auditor as an operator does, on the data those settings name. */
export function runAudit(env: Environment): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const given = { PATH: process.env.PATH ?? '', ...env };
    execFile(process.execPath, [script], { env: given }, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      if (typeof exitCode === 'number') resolve({ exitCode, output: stdout + stderr });
      else reject(error ?? new Error('the auditor did not run'));
    });
  });
}
