import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MOVED_TIME, type Environment } from './program.ts';

export interface CommandResult {
  exitCode: number;
  output: string;
}

/** Runs one of the operator's built commands on the data of those settings, in the time of their stack. */
export function runCommand(
  name: 'audit' | 'backups' | 'suspense' | 'rejected' | 'content' | 'members' | 'control' | 'staff',
  args: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  const script = fileURLToPath(new URL(`../../../server/dist/cli/${name}.js`, import.meta.url));
  return new Promise((resolve, reject) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, [...MOVED_TIME, script, ...args], options, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      if (typeof exitCode === 'number') resolve({ exitCode, output: stdout + stderr });
      else reject(error ?? new Error(`${name} did not run`));
    });
  });
}

/** Returns the line in which a command refuses a request. @throws AssertionError when it succeeded */
export async function refusalOf(command: Promise<CommandResult>): Promise<string> {
  const { exitCode, output } = await command;
  assert.equal(exitCode, 1);
  const line = output.trimEnd();
  assert.equal(line.split('\n').length, 1, line);
  return line;
}

/** A deposit in suspense. */
export interface Suspended {
  id: string;
  satang: bigint;
  /** Reference at the counterparty. */
  reference: string;
}

/** Returns the deposits in suspense, as listed by the operator's command. */
export async function suspenseAmounts(env: Environment): Promise<Suspended[]> {
  const { exitCode, output } = await runCommand('suspense', [], env);
  if (exitCode !== 0) throw new Error(output);
  return [...output.matchAll(/^([\da-f-]{36}) {2}\S+ {2}(\d+)\.(\d\d) BAHT (.*)$/gm)].map(
    ([, id, baht, satang, clues]) => ({
      id: id ?? '',
      satang: BigInt(`${baht}${satang}`),
      reference: / reference=(\S+)/.exec(clues ?? '')?.[1] ?? '',
    }),
  );
}
