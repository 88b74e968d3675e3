/**
 * `npm run torture -- <part> [options]`: chaos tests too long for `npm test`, each part by itself. A part is
 * a file of `packages/e2e/src/torture`, which prints its figures and ends with code 1 when a check fails.
 * They run on their own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { killRunning, root, run, runMain, tool, UserError } from './lib/process.mjs';
import { startPostgres } from './postgres.mjs';

const torture = join('packages', 'e2e', 'tsconfig.torture.json');
const sources = join(root, 'packages', 'e2e', 'src', 'torture');
const built = join(root, 'packages', 'e2e', 'dist', 'torture');

/** Parts that open a browser. */
const inBrowser = new Set(['xss']);

const parts = () =>
  readdirSync(sources)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length));

async function build() {
  const compiled = await compile();
  const { ok, output } = compiled.ok ? await run([...tool('typescript', 'tsc'), '-b', torture]) : compiled;
  if (!ok) throw new UserError(`${output}The build failed`);
}

async function main() {
  const [part, ...args] = process.argv.slice(2);
  if (!part || !existsSync(join(sources, `${part}.ts`))) {
    throw new UserError(`npm run torture -- <part>, one of: ${parts().join(', ')}`);
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      killRunning(signal);
      process.exit(130);
    });
  }
  await ensureInstalled();
  await build();
  /** @type {Record<string, string>} */
  const env = {};
  if (inBrowser.has(part)) {
    const web = await buildWeb();
    if (!web.ok) throw new UserError(`${web.output}The build failed`);
    env.CHROMIUM_PATH = await findChromium();
  }
  const postgres = await startPostgres();
  env.TEST_DATABASE_URL = postgres.url;
  const code = `import(process.argv[1]).then(({ run }) => run(process.argv.slice(2)))`;
  const { ok } = await run([process.execPath, '-e', code, `file://${join(built, `${part}.js`)}`, ...args], {
    env,
    show: true,
  });
  await postgres.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
