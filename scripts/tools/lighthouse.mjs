/**
 * `npm run tool -- lighthouse [--out folder] [--page path]…`: scores the first pages of a player by Lighthouse, as
 * on a phone on a slow network; the member's home with a session. Prints the scores, writes the reports to
 * `.data/lighthouse` by default, and ends with code 1 when a page misses its target.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { runBrowserProgram } from '../lib/browser-program.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('lighthouse', {
    options: {
      out: { type: 'string', value: 'FOLDER', about: 'where the reports go (.data/lighthouse)' },
      page: { type: 'string', multiple: true, value: 'PATH', about: 'this page alone; may be repeated' },
    },
  });
  await runBrowserProgram('lighthouse');
});
