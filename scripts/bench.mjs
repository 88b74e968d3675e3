/**
 * `npm run bench -- [options]`: builds everything, starts a PostgreSQL of its own (or takes the one of
 * `TEST_DATABASE_URL`) and measures what `packages/bench` knows; `--help` lists it. With `--data FOLDER` the
 * server's data stays there and is used again. docs/benchmarks.md says what the figures mean.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findChromium } from './browser.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findPostgresBinaries } from './lib/postgres-binaries.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';
import { startPostgres } from './postgres.mjs';

const bench = join('packages', 'bench');

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

/** Parts that open a browser. */
const inBrowser = ['first-load', 'lighthouse', 'openings', 'interactions', 'frames'];

function opensBrowser(/** @type {string[]} */ args) {
  if (args.includes('--help') || args[0] === 'fill') return false;
  const only = args[args.indexOf('--only') + 1];
  return !args.includes('--only') || inBrowser.some((part) => only?.split(',').includes(part));
}

/** Takes `--data FOLDER` out of the arguments. */
function takeFolder(/** @type {string[]} */ args) {
  const at = args.indexOf('--data');
  if (at < 0) return undefined;
  const [, folder] = args.splice(at, 2);
  if (!folder) throw new UserError('--data: which folder?');
  return resolve(folder);
}

async function main() {
  const args = process.argv.slice(2);
  const folder = takeFolder(args);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      killRunning(signal);
      process.exit(130);
    });
  }
  await ensureInstalled();
  await build();
  if (folder) mkdirSync(folder, { recursive: true });
  const given = process.env.TEST_DATABASE_URL && !folder;
  const settings = { ...SETTINGS, ...(args.includes('--profile') && COUNTING) };
  const postgres = await startPostgres(given ? {} : { own: true, durable: true, settings, folder });
  const env = {
    BENCH_POSTGRES_URL: postgres.url,
    ...(!given && { POSTGRES_BIN_DIR: findPostgresBinaries().binDir }),
    ...(opensBrowser(args) && { CHROMIUM_PATH: await findChromium() }),
  };
  const { ok } = await run([process.execPath, join(root, bench, 'dist', 'main.js'), ...args], {
    env,
    show: true,
  });
  // A kept folder is shut down cleanly; any other is discarded.
  if (folder) await postgres.halt();
  await postgres.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
