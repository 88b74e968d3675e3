import { join } from 'node:path';
import { buildWeb, compile } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { killRunningOnSignals, root, run, tool, UserError } from './process.mjs';

/**
 * Builds everything and runs a browser program of `packages/e2e` with this process's arguments. Ends with its
 * exit code, 0 or 1.
 * @param {string} name of the program's folder in `src`, and of its `tsconfig.NAME.json`
 * @param {() => Promise<Record<string, string>>} [prepare] makes the program's other inputs, and returns its
 *   settings
 */
export async function runBrowserProgram(name, prepare = async () => ({})) {
  killRunningOnSignals();
  await ensureInstalled();
  await build(join('packages', 'e2e', `tsconfig.${name}.json`));
  const entry = join(root, 'packages', 'e2e', 'dist', name, 'main.js');
  const env = { CHROMIUM_PATH: await findChromium(), ...(await prepare()) };
  const { ok } = await run([process.execPath, entry, ...process.argv.slice(2)], { env, show: true });
  process.exit(ok ? 0 : 1);
}

async function build(/** @type {string} */ project) {
  const results = await Promise.all([compile(), buildWeb()]);
  const program = await run([...tool('typescript', 'tsc'), '-b', project]);
  const failed = [...results, program].find(({ ok }) => !ok);
  if (failed) throw new UserError(`${failed.output}The build failed`);
}
