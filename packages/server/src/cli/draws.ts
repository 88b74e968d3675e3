import { readContent } from '../content/read.ts';
import { UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { chiSquare, chiSquareBound, expectedDraws, tally } from '../modules/spinwheel/draw-statistics.ts';
import { drawSlice, newSeed } from '../modules/spinwheel/draw.ts';
import { runCommand } from './command.ts';

const LEAST = 1_000;
const MOST = 100_000_000;

const DRAWS = {
  command: 'npm run tool -- draws',
  about: 'Draws from the wheel and compares the results with its weights.',
  options: { count: { type: 'string', default: '1000000', value: 'N', about: 'draws (1000000)' } },
} as const;

/** @throws UsageError */
function readCount(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= LEAST && value <= MOST) return value;
  throw new UsageError(`--count: must be a whole number from ${LEAST} to ${MOST}`);
}

// `npm run tool -- draws`: draws from the wheel of CONTENT_DIR as the server does, each draw with its own seed, and
// compares the results with the weights. Exits with code 1 beyond a bound that one run in a thousand of a
// correct generator exceeds. If that happens again, the generator is wrong.
await runCommand(DRAWS, async ({ values }) => {
  const count = readCount(values.count);
  const { slices } = (await readContent(readSettings(process.env).contentDir)).spinwheel;
  const weights = slices.map(({ weight }) => weight);
  const drawn = tally(count, weights, (nonce) => drawSlice(newSeed(), 'draws', nonce, weights));
  const expected = expectedDraws(count, weights);
  const width = Math.max(...slices.map(({ code }) => code.length));
  for (const [index, { code, weight }] of slices.entries()) {
    const due = (expected[index] ?? 0).toFixed(1);
    console.log(`${code.padEnd(width)}  weight ${weight}  expected ${due}  drawn ${drawn[index]}`);
  }
  const freedom = weights.filter((weight) => weight > 0).length - 1;
  const statistic = chiSquare(drawn, weights);
  const bound = freedom > 0 ? chiSquareBound(freedom) : 0;
  const isWithin = statistic <= bound;
  console.log(
    `draws: ${count}, chi-square ${statistic.toFixed(2)} with ${freedom} degrees of freedom, ` +
      `${isWithin ? 'within' : 'BEYOND'} the bound of ${bound.toFixed(2)}`,
  );
  if (!isWithin) process.exitCode = 1;
});
