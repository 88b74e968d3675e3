/**
 * `npm run gallery -- [--out folder] [--screen name]… [--language th|la|en]… [--variant name]…`: photographs
 * every screen in every language, on three sizes of screen, by day and by night, with text at 200 % and
 * enlarged four times, into a page (`.data/gallery` by default). Checks for text that is cut, overlapping, in
 * another language or in a foreign font, and runs axe. Ends with code 1 when it finds a fault.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { runBrowserProgram } from './lib/browser-program.mjs';
import { checkOptions } from './lib/options.mjs';
import { runMain } from './lib/process.mjs';

runMain(async () => {
  checkOptions(
    'npm run gallery -- [--out folder] [--screen name]… [--language th|la|en]… [--variant name]…',
    {
      out: { type: 'string' },
      screen: { type: 'string', multiple: true },
      language: { type: 'string', multiple: true },
      variant: { type: 'string', multiple: true },
    },
  );
  await runBrowserProgram('gallery');
});
