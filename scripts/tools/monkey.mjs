/**
 * `npm run tool -- monkey [--seed N] [--presses N] [--minutes N] [--mode both|baht|laos] [--round N] [--out
 * folder]`: a seeded monkey test in a browser. It presses random controls, over all screens, three languages
 * and three sizes, under faults of the counterparties and ends of sessions; half of it in Laos mode. It
 * checks the page after each press, and audits the books at the end. Ends with code 1 when it finds a fault.
 * Runs on its own PostgreSQL, or the one of `TEST_DATABASE_URL`.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { readBrand } from '../lib/brands.mjs';
import { runBrowserProgram } from '../lib/browser-program.mjs';
import { buildWebWith } from '../lib/build.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { runMain, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

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
  const number = /** @type {const} */ ({ type: 'string', value: 'N', whole: true });
  readToolOptions('monkey', {
    options: {
      seed: { ...number, about: 'repeats the run of that seed (a random one)' },
      presses: { ...number, about: 'presses in all (10000)' },
      minutes: { ...number, about: 'ends after that time (120)' },
      mode: {
        type: 'string',
        value: 'both|baht|laos',
        oneOf: ['both', 'baht', 'laos'],
        about: 'which app is pressed (both)',
      },
      round: { ...number, about: 'the first round (0)' },
      out: { type: 'string', value: 'FOLDER', about: 'where its findings go (.data/monkey)' },
    },
  });
  await runBrowserProgram('monkey', prepare);
});
