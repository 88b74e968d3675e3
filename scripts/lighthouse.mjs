/**
 * `npm run lighthouse -- [--out folder] [--page path]…`: the pages a player sees first, scored by Lighthouse as a
 * phone on a slow network sees them; the member's home with a session. Prints the scores, leaves the reports in
 * `.data/lighthouse` unless told, and ends with code 1 when a page falls short of what is asked.
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
