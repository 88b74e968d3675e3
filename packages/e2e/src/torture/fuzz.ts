import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from '../fuzz/fuzz.ts';

/**
 * `npm run torture -- fuzz [--count N] [--seed N]`: sends requests driven by the contract's schemas, over
 * real sockets, to a server process. Prints the figures, and each violation with the smallest request that
 * shows it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '100000' }, seed: { type: 'string' } },
  });
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const count = Number(values.count);
  if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1)
    throw new Error('--seed and --count are whole numbers');
  process.stdout.write(`seed ${seed}\n`);
  const { problems, figures } = await fuzz({
    seed,
    count,
    atOnce: 48,
    progress: (line) => void process.stderr.write(`${line}\n`),
  });
  for (const line of figures) process.stdout.write(`${line}\n`);
  for (const line of problems) process.stdout.write(`problem: ${line}\n`);
  process.stdout.write(`fuzz: ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}
