import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Environment } from './program.ts';

export interface CommandResult {
  exitCode: number;
  output: string;
}

/** Runs one of the operator's commands, built, on the data those settings name. */
export function runCommand(
  name: 'audit' | 'suspense',
  args: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  const script = fileURLToPath(new URL(`../../../server/dist/cli/${name}.js`, import.meta.url));
  return new Promise((resolve, reject) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      if (typeof exitCode === 'number') resolve({ exitCode, output: stdout + stderr });
      else reject(error ?? new Error(`${name} did not run`));
    });
  });
}

/** What is in suspense, as the operator's command lists it; satang. */
export async function suspenseAmounts(env: Environment): Promise<{ id: string; satang: bigint }[]> {
  const { exitCode, output } = await runCommand('suspense', [], env);
  if (exitCode !== 0) throw new Error(output);
  return [...output.matchAll(/^([\da-f-]{36}) {2}\S+ {2}(\d+)\.(\d\d) BAHT /gm)].map(
    ([, id, baht, satang]) => ({
      id: id ?? '',
      satang: BigInt(`${baht}${satang}`),
    }),
  );
}
