/**
 * `npm run slips`: uploads every slip, no-slip and no-picture of the sandbox's table to a server of its own and prints
 * how each ended, what was expected, and how long it took.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'server', 'slip-table', '--disable-console-intercept'],
  { stdio: 'inherit', env: { ...process.env, SLIP_TABLE: 'full' } },
);
process.exitCode = status ?? 1;
