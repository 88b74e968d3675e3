/**
 * `npm run slips`: uploads every file of the sandbox's slip table (slips, other pictures, other files) to its
 * own server and prints each file's result, expected result and duration.
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
