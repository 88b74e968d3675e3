/**
 * `npm run lighthouse -- [--out folder] [--page path]…`: scores the first pages of a player by Lighthouse, as
 * on a phone on a slow network; the member's home with a session. Prints the scores, writes the reports to
 * `.data/lighthouse` by default, and ends with code 1 when a page misses its target.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { runBrowserProgram } from './lib/browser-program.mjs';
import { checkOptions } from './lib/options.mjs';
import { runMain } from './lib/process.mjs';

runMain(async () => {
  checkOptions('npm run lighthouse -- [--out folder] [--page path]…', {
    out: { type: 'string' },
    page: { type: 'string', multiple: true },
  });
  await runBrowserProgram('lighthouse');
});
