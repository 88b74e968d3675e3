/**
 * `npm run frames -- [--out folder]`: the main job (in, credit to a game, a round, credit back, money out) on a phone
 * with a slow processor and a slow network, as a series of pictures with their times and a contact sheet of them
 * (`.data/frames` unless told). Prints how long each step took.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';

const project = join('packages', 'e2e', 'tsconfig.frames.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'frames', 'main.js');

async function build() {
  const results = await Promise.all([compile(), buildWeb()]);
  const frames = await run([...tool('typescript', 'tsc'), '-b', project]);
  const failed = [...results, frames].find(({ ok }) => !ok);
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
