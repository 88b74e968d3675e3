/**
 * `npm run gallery -- [--out folder] [--screen name]… [--language th|la|en]… [--variant name]…`: every screen in
 * every language, on three sizes of screen, by day and by night, with text at 200 % and enlarged four times,
 * photographed into a page (`.data/gallery` unless told). Looked over for text that is cut, overlapping, in another
 * language or in a font that is not ours, and gone over with axe. Ends with code 1 when something is found.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';

const project = join('packages', 'e2e', 'tsconfig.gallery.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'gallery', 'main.js');

async function build() {
  const results = await Promise.all([compile(), buildWeb()]);
  const gallery = await run([...tool('typescript', 'tsc'), '-b', project]);
  const failed = [...results, gallery].find(({ ok }) => !ok);
  if (failed) throw new UserError(`${failed.output}The build failed`);
}

async function main() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      killRunning(signal);
      process.exit(130);
    });
  }
  await ensureInstalled();
  await build();
  const env = { CHROMIUM_PATH: await findChromium() };
  const { ok } = await run([process.execPath, entry, ...process.argv.slice(2)], { env, show: true });
  process.exit(ok ? 0 : 1);
}

runMain(main);
