/**
 * `npm run bench -- [options]`: builds everything, starts a PostgreSQL of its own (or takes the one of
 * `TEST_DATABASE_URL`) and measures what `packages/bench` knows; `--help` lists it. With `--data FOLDER` the
 * server's data stays there and is used again. docs/benchmarks.md says what the figures mean.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkOut, measureInTurns } from './lib/bench-against.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { argumentsOf, readOptions } from './lib/options.mjs';
import { findPostgresBinaries } from './lib/postgres-binaries.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { killRunningOnSignals, root, run, runMain, tool, UserError } from './lib/process.mjs';

const bench = join('packages', 'bench');

/** Parts measured against another commit unless others are named: every money movement passes through them. */
const HOT_PATH = 'ledger,withdraw';

/** Settings of a small server: the same for the product and its yardstick. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** With `--profile` the database counts its statements, at a small cost. */
const COUNTING = { shared_preload_libraries: 'pg_stat_statements' };

async function build() {
  const [compiled, web] = await Promise.all([compile(), buildWeb()]);
  const own = await run([...tool('typescript', 'tsc'), '-b', bench]);
  const failed = [compiled, web, own].find(({ ok }) => !ok);
  if (failed) throw new UserError(`${failed.output}The build failed`);
}

/** @type {{ name: string, about: string, inBrowser?: boolean }[]} */
const parts = JSON.parse(readFileSync(join(root, bench, 'parts.json'), 'utf8'));

function readCommand() {
  const command = readOptions({
    command: 'npm run bench --',
    about: 'Measures what packages/bench knows, each figure beside its yardstick; docs/benchmarks.md.',
    words: '[fill | baseline | against COMMIT]',
    options: {
      only: { type: 'string', value: 'A,B', about: 'these parts alone' },
      runs: {
        type: 'string',
        value: 'N',
        whole: true,
        about: 'how often each figure is measured (5; against: 9)',
      },
      short: { type: 'boolean', about: 'a tenth of the time each: shows that it works, proves nothing' },
      profile: { type: 'boolean', about: 'the measured servers leave CPU profiles beside the JSON' },
      out: { type: 'string', value: 'FILE', about: 'where the JSON goes (.data/bench/ and the time)' },
      set: {
        type: 'string',
        multiple: true,
        value: 'NAME=VALUE',
        about: 'a setting of every measured server',
      },
      data: { type: 'string', value: 'FOLDER', about: 'keeps PostgreSQL’s data there, for the next time' },
      members: { type: 'string', value: 'N', whole: true, about: 'fill: members (1000000)' },
      movements: { type: 'string', value: 'N', whole: true, about: 'fill: movements (10000000)' },
    },
    lists: [
      {
        title: 'instead of measuring',
        rows: [
          ['fill', 'makes the large database that part large measures'],
          ['baseline', 'stores the values that do not depend on the machine in packages/bench/baseline.json'],
          ['against COMMIT', `measures that commit and this folder in turns; without --only: ${HOT_PATH}`],
        ],
      },
      { title: 'parts', rows: parts.map(({ name, about }) => [name, about]) },
    ],
  });
  const [word = '', ...more] = command.positionals;
  const commit = word === 'against' ? more.shift() : undefined;
  if (word === 'against') checkAgainst(commit, command.values);
  const unknownWord = more[0] ?? (['', 'fill', 'baseline', 'against'].includes(word) ? undefined : word);
  if (unknownWord !== undefined) throw new UserError(`${unknownWord}: there are fill, baseline and against`);
  const only = (command.values.only ?? (commit && HOT_PATH))?.split(',').map((name) => name.trim());
  const unknown = only?.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    throw new UserError(`--only: no part ${unknown}; there are ${parts.map(({ name }) => name).join(', ')}`);
  }
  const opensBrowser =
    word !== 'fill' && parts.some(({ name, inBrowser }) => inBrowser && (only?.includes(name) ?? true));
  return { values: command.values, word, commit, only, opensBrowser };
}

function checkAgainst(
  /** @type {string | undefined} */ commit,
  /** @type {{ data?: string | undefined, profile?: boolean | undefined, runs?: string | undefined }} */
  { data, profile, runs },
) {
  if (!commit) throw new UserError('against: which commit?');
  if (Number(runs) === 0) throw new UserError('--runs: must be a whole number from 1');
  // A large store has the schema of one commit, and a profile slows what it looks at.
  if (data !== undefined || profile) throw new UserError('against: without --data and --profile');
}

async function main() {
  const { values, word, commit, only, opensBrowser } = readCommand();
  const { data, ...rest } = values;
  const folder = data === undefined ? undefined : resolve(data);
  killRunningOnSignals();
  await ensureInstalled();
  const other = commit && (await checkOut(commit));
  await build();
  if (folder) mkdirSync(folder, { recursive: true });
  const given = process.env.TEST_DATABASE_URL && !folder;
  const settings = { ...SETTINGS, ...(values.profile && COUNTING) };
  const postgres = await startPostgres(given ? {} : { own: true, durable: true, settings, folder });
  const env = {
    BENCH_POSTGRES_URL: postgres.url,
    ...(!given && { POSTGRES_BIN_DIR: findPostgresBinaries().binDir }),
    ...(opensBrowser && { CHROMIUM_PATH: await findChromium() }),
  };
  const program = (/** @type {string[]} */ ...args) =>
    run([process.execPath, join(root, bench, 'dist', 'main.js'), ...args], { env, show: true });
  const { ok } = other
    ? await program('compare', await measureInTurns(other, { ...rest, only, env }))
    : await program(...(word ? [word] : []), ...argumentsOf(rest));
  // A kept folder is shut down cleanly; any other is discarded.
  if (folder) await postgres.halt();
  await postgres.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
