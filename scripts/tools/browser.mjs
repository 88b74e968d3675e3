/** `npm run tool -- browser`: prints the path of the Chromium that the browser tests use. */
import '../lib/check-node.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('browser', { options: {} });
  process.stdout.write(`${await findChromium()}\n`);
});
