/**
 * `npm run browser-coverage`: which functions of the app's screens, kit and frame no browser test has run, from what the
 * last whole `npm test -- browser` has left. Ends with code 1 when it is too little.
 */
import './lib/check-node.mjs';
import { reportBrowserCoverage } from './lib/browser-coverage.mjs';
import { runMain } from './lib/process.mjs';

runMain(async () => {
  const { ok, output } = await reportBrowserCoverage();
  process.stdout.write(output);
  process.exitCode = ok ? 0 : 1;
});
