/**
 * `npm run tool -- frames [--out folder]`: records the main job (log in, credit to a game, a round, credit back,
 * withdrawal) on a phone with a slow processor and a slow network, as a series of timed pictures and a
 * contact sheet of them (`.data/frames` by default). Prints the duration of each step.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { runBrowserProgram } from '../lib/browser-program.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('frames', {
    options: { out: { type: 'string', value: 'FOLDER', about: 'where the pictures go (.data/frames)' } },
  });
  await runBrowserProgram('frames');
});
