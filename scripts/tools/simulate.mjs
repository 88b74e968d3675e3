/**
 * `npm run tool -- simulate [--seed N] [--members N] [--steps N] [--processes 1|2] [--database postgres|pglite]
 * [--minutes N] [--planted]`: simulates members, money through every channel, faults of all counterparties
 * and server crashes, all decided by a seed. An auditor then accounts for every satang. Ends with code 1 when
 * one is missing. Runs on its own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { join } from 'node:path';
import { compile } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { killRunningOnSignals, root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const simulation = join('packages', 'e2e', 'tsconfig.simulation.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'simulation', 'main.js');

async function build() {
  const compiled = await compile();
  const { ok, output } = compiled.ok ? await run([...tool('typescript', 'tsc'), '-b', simulation]) : compiled;
  if (!ok) throw new UserError(`${output}The build failed`);
}

async function main() {
  const number = /** @type {const} */ ({ type: 'string', value: 'N', whole: true });
  const { values } = readToolOptions('simulate', {
    options: {
      seed: { ...number, about: 'repeats the run of that seed (a random one)' },
      members: { ...number, about: 'members (200; 8 with --planted)' },
      steps: { ...number, about: 'steps (20000; 300 with --planted)' },
      processes: { ...number, about: 'server processes (2; 1 on pglite)' },
      database: {
        type: 'string',
        value: 'postgres|pglite',
        oneOf: ['postgres', 'pglite'],
        about: 'the database below (postgres)',
      },
      minutes: { ...number, about: 'ends after that time (a week)' },
      planted: { type: 'boolean', about: 'plants ten faults and shows that each is found' },
    },
  });
  killRunningOnSignals();
  await ensureInstalled();
  await build();
  const postgres = values.database === 'pglite' ? undefined : await startPostgres();
  const env = postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  const { ok } = await run([process.execPath, entry, ...process.argv.slice(2)], { env, show: true });
  await postgres?.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
