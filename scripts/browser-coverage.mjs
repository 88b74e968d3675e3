/**
 * `npm run browser-coverage`: lists the functions of the app's screens, kit and frame that no browser test
 * has run, from the output of the last whole `npm test -- browser`. Ends with code 1 when coverage is too
 * low.
 */
import './lib/check-node.mjs';
import { reportBrowserCoverage } from './lib/browser-coverage.mjs';
import { runMain } from './lib/process.mjs';

runMain(async () => {
  const { ok, output } = await reportBrowserCoverage();
  process.stdout.write(output);
  process.exitCode = ok ? 0 : 1;
});
