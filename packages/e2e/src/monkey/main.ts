import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stackDatabase } from '../support/database.ts';
import { refuse } from '../support/refuse.ts';
import { startStack, type StackOptions } from '../support/stack.ts';
import { closeBooks, type Books } from './books.ts';
import { launchBrowser } from './browser.ts';
import { Monkey } from './monkey.ts';
import { isClean, reportOf } from './report.ts';
import { nameOfRound, roundOf } from './rounds.ts';

const MINUTE_MS = 60_000;
const SETTLE_MS = 2 * MINUTE_MS;
const PRESSES_A_ROUND = 250;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    presses: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '120' },
    mode: { type: 'string', default: 'both' },
    round: { type: 'string', default: '0' },
    out: { type: 'string', default: '.data/monkey' },
  },
});

function wholeNumber(name: 'seed' | 'presses' | 'minutes' | 'round', most: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  return refuse(`--${name}: must be a whole number from 0 to ${most}`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const seed = wholeNumber('seed', 2 ** 32 - 1);
const presses = wholeNumber('presses', 10_000_000);
const minutes = wholeNumber('minutes', 10_000);
const firstRound = wholeNumber('round', 10_000);

/** Returns the settings of the server in a mode. */
function optionsOf(isInLaos: boolean): StackOptions {
  const { LAOS_WEB_DIR = '', LAOS_CONTENT_DIR = '' } = process.env;
  const ofLaos: Record<string, string> = isInLaos
    ? { LAOS: '1', WEB_DIR: LAOS_WEB_DIR, CONTENT_DIR: LAOS_CONTENT_DIR }
    : {};
  const env = {
    RECONCILE_EVERY_MS: '300',
    TURNOVER_EVERY_MS: '1000',
    ...ofLaos,
  };
  return { database: process.env.TEST_DATABASE_URL ? stackDatabase : 'pglite', env };
}

/** Makes all presses of a mode, on its own system. */
async function pressIn(monkey: Monkey, isInLaos: boolean, share: number, until: number): Promise<Books> {
  const stack = await startStack(optionsOf(isInLaos));
  try {
    const last = monkey.presses + share;
    for (let no = firstRound; monkey.presses < last && performance.now() < until && !monkey.isFed; no += 1) {
      const round = roundOf(no, isInLaos);
      say(`press ${monkey.presses}, round ${no}: ${nameOfRound(round)}`);
      await monkey.round(stack, round, Math.min(PRESSES_A_ROUND, last - monkey.presses), until);
    }
    return await closeBooks(stack, SETTLE_MS);
  } finally {
    await stack.stop();
  }
}

const modes = { both: [false, true], baht: [false], laos: [true] }[values.mode];
if (!modes) refuse('--mode: must be both, baht or laos');
const folder = path.resolve(values.out);
await mkdir(folder, { recursive: true });
say(`seed ${seed}`);
const browser = await launchBrowser();
try {
  const monkey = new Monkey({ browser, seed, folder, say });
  const beganAt = performance.now();
  const books: Books[] = [];
  let isWhole = true;
  try {
    for (const [index, isInLaos] of modes.entries()) {
      const share = Math.floor(presses / modes.length);
      const until = beganAt + (minutes * MINUTE_MS * (index + 1)) / modes.length;
      books.push(await pressIn(monkey, isInLaos, share, until));
    }
    await monkey.end();
  } catch (error) {
    // Earlier findings are still reported.
    isWhole = false;
    const cause = browser.isConnected() ? String(error) : 'the browser ended by itself';
    say(`cut off at press ${monkey.presses}: ${cause}`);
  }
  for (const line of reportOf(monkey, seed, books)) say(line);
  const table = path.join(folder, `controls-${seed}.tsv`);
  await writeFile(table, `presses\tmissed\tscreen\trole\tname\n${monkey.tally.byControl.join('\n')}\n`);
  say(table);
  process.exitCode = isWhole && isClean(monkey, books) ? 0 : 1;
} finally {
  await browser.close();
}
