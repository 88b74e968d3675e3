/**
 * `npm run tool -- chaos PART [options]`: chaos tests too long for `npm test`, each part by itself. A part is
 * a file of `packages/e2e/src/chaos`, which prints its figures and ends with code 1 when a check fails. They
 * run on their own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb, compile } from '../lib/build.mjs';
import { PARTS, partOf } from '../lib/chaos-parts.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { killRunningOnSignals, root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const project = join('packages', 'e2e', 'tsconfig.chaos.json');
const built = join(root, 'packages', 'e2e', 'dist', 'chaos');

async function build() {
  const compiled = await compile();
  const { ok, output } = compiled.ok ? await run([...tool('typescript', 'tsc'), '-b', project]) : compiled;
  if (!ok) throw new UserError(`${output}The build failed`);
}

async function main() {
  const { values, positionals } = readToolOptions('chaos', {
    words: 'PART',
    options: {
      count: { type: 'string', value: 'N', whole: true, about: 'fuzz: requests (100000)' },
      seed: { type: 'string', value: 'N', whole: true, about: 'fuzz: repeats the run of that seed' },
      only: { type: 'string', value: 'A,B', about: 'faults: these groups of faults alone' },
      players: { type: 'string', value: 'N', whole: true, about: 'faults: players who never pause (6)' },
    },
    lists: [{ title: 'parts', rows: PARTS.map(({ name, about }) => [name, about]) }],
  });
  const part = partOf(positionals, Object.keys(values));
  killRunningOnSignals();
  await ensureInstalled();
  await build();
  /** @type {Record<string, string>} */
  const env = {};
  if (part.inBrowser) {
    const web = await buildWeb();
    if (!web.ok) throw new UserError(`${web.output}The build failed`);
    env.CHROMIUM_PATH = await findChromium();
  }
  const postgres = await startPostgres();
  env.TEST_DATABASE_URL = postgres.url;
  const code = `import(process.argv[1]).then(({ run }) => run(process.argv.slice(2)))`;
  const file = pathToFileURL(join(built, `${part.name}.js`)).href;
  const args = Object.entries(values).map(([name, value]) => `--${name}=${value}`);
  const { ok } = await run([process.execPath, '-e', code, file, ...args], { env, show: true });
  await postgres.stop();
  process.exit(ok ? 0 : 1);
}

runMain(main);
