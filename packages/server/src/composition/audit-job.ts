import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../audit/finding.ts';

/** The program of `npm run tool -- audit`. */
const COMMAND = fileURLToPath(new URL('../cli/audit.js', import.meta.url));

/** The job's message to its parent process. */
export interface AuditJobMessage {
  findings: Finding[];
}

/** Returns whether the audit can run as a separate process: not when running from the sources. */
export const hasAuditJob = (): boolean => existsSync(COMMAND);

/**
 * Runs the daily audit as a separate process of low priority, to keep its memory and work out of the serving
 * process. It takes its settings from the environment, like this process.
 * @throws when the job ends without an answer
 */
export function runAuditJob(signal: AbortSignal): Promise<Finding[]> {
  return new Promise((resolve, reject) => {
    const job = fork(COMMAND, ['--daily'], { signal, killSignal: 'SIGTERM' });
    if (job.pid !== undefined) lowerPriority(job.pid);
    job.once('message', ({ findings }: AuditJobMessage) => resolve(findings));
    job.once('error', reject);
    job.once('exit', (code, killedBy) => reject(new Error(`the audit job ended with ${killedBy ?? code}`)));
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it; the audit runs anyway.
  }
}
