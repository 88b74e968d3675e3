/**
 * `npm run tool -- slips`: uploads every file of the sandbox's slip table (slips, other pictures, other files)
 * to its own server and prints each file's result, expected result and duration.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { killRunningOnSignals, run, runMain, tool } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('slips', { options: {} });
  killRunningOnSignals();
  await ensureInstalled();
  const args = ['run', '--project', 'server', 'slip-table', '--disable-console-intercept'];
  const { ok } = await run([...tool('vitest'), ...args], { env: { SLIP_TABLE: 'full' }, show: true });
  process.exitCode = ok ? 0 : 1;
});
