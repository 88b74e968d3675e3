/**
 * `npm run simulate -- [--seed N] [--members N] [--steps N] [--processes 1|2] [--database postgres|pglite]
 * [--minutes N] [--planted]`: simulates members, money through every channel, faults of all counterparties
 * and server crashes, all decided by a seed. An auditor then accounts for every satang. Ends with code 1 when
 * one is missing. Runs on its own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { join } from 'node:path';
import { compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';
import { startPostgres } from './postgres.mjs';

const simulation = join('packages', 'e2e', 'tsconfig.simulation.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'simulation', 'main.js');

async function build() {
  const compiled = await compile();
  const { ok, output } = compiled.ok ? await run([...tool('typescript', 'tsc'), '-b', simulation]) : compiled;
  if (!ok) throw new UserError(`${output}The build failed`);
}

async function main() {
  const args = process.argv.slice(2);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      killRunning(signal);
      process.exit(130);
    });
  }
  await ensureInstalled();
  await build();
  const postgres = args.includes('pglite') ? undefined : await startPostgres();
  const env = postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  const { ok } = await run([process.execPath, entry, ...args], { env, show: true });
  await postgres?.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
