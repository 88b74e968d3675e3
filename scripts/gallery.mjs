/**
 * `npm run gallery -- [--out folder] [--screen name]… [--language th|la|en]… [--variant name]…`: every screen in
 * every language, on three sizes of screen, by day and by night, with text at 200 % and enlarged four times,
 * photographed into a page (`.data/gallery` unless told). Looked over for text that is cut, overlapping, in another
 * language or in a font that is not ours, and gone over with axe. Ends with code 1 when something is found.
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
