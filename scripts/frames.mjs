/**
 * `npm run frames -- [--out folder]`: the main job (in, credit to a game, a round, credit back, money out) on a phone
 * with a slow processor and a slow network, as a series of pictures with their times and a contact sheet of them
 * (`.data/frames` unless told). Prints how long each step took.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { runBrowserProgram } from './lib/browser-program.mjs';
import { checkOptions } from './lib/options.mjs';
import { runMain } from './lib/process.mjs';

runMain(async () => {
  checkOptions('npm run frames -- [--out folder]', { out: { type: 'string' } });
  await runBrowserProgram('frames');
});
