/**
 * `npm run tool -- gallery [--out folder] [--screen name]… [--language th|la|en]… [--variant name]…`: photographs
 * every screen in every language, on three sizes of screen, by day and by night, with text at 200 % and
 * enlarged four times, into a page (`.data/gallery` by default). Checks for text that is cut, overlapping, in
 * another language or in a foreign font, and runs axe. Ends with code 1 when it finds a fault.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { runBrowserProgram } from '../lib/browser-program.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('gallery', {
    options: {
      out: { type: 'string', value: 'FOLDER', about: 'where the page goes (.data/gallery)' },
      screen: { type: 'string', multiple: true, value: 'NAME', about: 'this screen alone; may be repeated' },
      language: {
        type: 'string',
        multiple: true,
        value: 'th|la|en',
        oneOf: ['th', 'la', 'en'],
        about: 'this language alone; may be repeated',
      },
      variant: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        about: 'this size, theme or text size alone',
      },
    },
  });
  await runBrowserProgram('gallery');
});
