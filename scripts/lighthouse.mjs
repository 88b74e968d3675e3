/**
 * `npm run lighthouse -- [--out folder] [--page path]…`: the pages a player sees first, scored by Lighthouse as a
 * phone on a slow network sees them; the member's home with a session. Prints the scores, leaves the reports in
 * `.data/lighthouse` unless told, and ends with code 1 when a page falls short of what is asked.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';

const project = join('packages', 'e2e', 'tsconfig.lighthouse.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'lighthouse', 'main.js');

async function build() {
  const results = await Promise.all([compile(), buildWeb()]);
  const scorer = await run([...tool('typescript', 'tsc'), '-b', project]);
  const failed = [...results, scorer].find(({ ok }) => !ok);
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
