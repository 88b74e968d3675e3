/**
 * `npm run tool -- app-coverage`: lists the functions of the app that no test has run, from the records of the last `npm
 * test -- whole`. Ends with code 1 when coverage is too low.
 */
import '../lib/check-node.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('app-coverage', { options: {} });
  const { reportAppCoverage } = await import('../lib/app-coverage.mjs');
  const { ok, output } = await reportAppCoverage();
  process.stdout.write(output);
  process.exitCode = ok ? 0 : 1;
});
