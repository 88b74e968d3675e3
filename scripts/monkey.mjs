/**
 * `npm run monkey -- [--seed N] [--presses N] [--minutes N] [--mode both|baht|laos] [--round N] [--out
 * folder]`: a seeded monkey test in a browser. It presses random controls, over all screens, three languages
 * and three sizes, under faults of the counterparties and ends of sessions; half of it in Laos mode. It
 * checks the page after each press, and audits the books at the end. Ends with code 1 when it finds a fault.
 * Runs on its own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { readBrand } from './lib/brands.mjs';
import { runBrowserProgram } from './lib/browser-program.mjs';
import { buildWebWith } from './lib/build.mjs';
import { checkOptions } from './lib/options.mjs';
import { runMain, UserError } from './lib/process.mjs';
import { startPostgres } from './postgres.mjs';

const usage =
  'npm run monkey -- [--seed N] [--presses N] [--minutes N] [--mode both|baht|laos] [--round N] [--out folder]';

/** The brand of `deploy/brands` used for Laos mode. */
const LAOS_BRAND = 'dokchampa';

async function prepare() {
  const { build, webDir, contentDir } = readBrand(LAOS_BRAND);
  const { ok, output } = await buildWebWith({ name: `brand-${LAOS_BRAND}`, outDir: webDir, env: build });
  if (!ok) throw new UserError(output.trimEnd());
  const { url } = await startPostgres();
  return { TEST_DATABASE_URL: url, LAOS_WEB_DIR: webDir, LAOS_CONTENT_DIR: contentDir };
}

runMain(async () => {
  const text = /** @type {const} */ ({ type: 'string' });
  checkOptions(usage, {
    seed: text,
    presses: text,
    minutes: text,
    mode: text,
    round: text,
    out: text,
  });
  await runBrowserProgram('monkey', prepare);
});
