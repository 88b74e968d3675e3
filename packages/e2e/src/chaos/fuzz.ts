import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from '../fuzz/fuzz.ts';
import { refuse } from '../support/refuse.ts';

/**
 * `npm run tool -- chaos fuzz [--count N] [--seed N]`: sends requests driven by the contract's schemas, over
 * real sockets, to a server process. Prints the figures, and each violation with the smallest request that
 * shows it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '100000' }, seed: { type: 'string' } },
  });
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (!Number.isInteger(seed)) refuse('--seed: must be a whole number');
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1) refuse('--count: must be a whole number from 1');
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
