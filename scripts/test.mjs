/**
 * `npm test`: runs every check and test of the repository, on a fresh clone too. `npm test -- checks`,
 * `unit`, `api`, `browser` or `e2e` (api and browser) runs a part of it; names after `unit`, `api` and
 * `browser` choose test files. The last line is `tests: N passed, N failed`; a failed build, check or runner
 * counts as a failed test.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { rmSync } from 'node:fs';
import { answeredErrorsDir, clearAnsweredErrors, reportAnsweredErrors } from './lib/answered-errors.mjs';
import { buildConsole, buildWeb, compile, coverageDir, webBuildDir } from './lib/build.mjs';
import { checks, checksWithTypes } from './lib/checks.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { killRunningOnSignals, runMain, UserError } from './lib/process.mjs';
import { findPython } from './lib/python.mjs';
import { runPlaywright, runVitest } from './lib/runners.mjs';
import { stage, totals } from './lib/stages.mjs';

/** Compiles and type-checks every package, and bundles the apps, at the same time. */
async function build() {
  const done = await Promise.all([
    stage('types', () => compile({ everything: true })),
    stage('web build', async () => {
      const usual = await buildWeb();
      if (!usual.ok) return usual;
      const frame = await buildWeb({ name: 'frame' });
      return frame.ok ? buildWeb({ name: 'catalogue' }) : frame;
    }),
    stage('console build', () => buildConsole()),
  ]);
  return done.every(Boolean);
}

/** @param {readonly import('./lib/checks.mjs').Check[]} list */
async function runChecks(list) {
  await Promise.all(list.map(({ name, check }) => stage(name, check)));
}

/** Prepares the tests' external needs and passes them on as settings. */
async function prepare(/** @type {{ browser: boolean, python?: boolean }} */ { browser, python = false }) {
  /** @type {Record<string, string>} */
  const env = {};
  await Promise.all([
    stage('PostgreSQL', async () => {
      env.TEST_DATABASE_URL = (await startPostgres()).url;
      return { ok: true };
    }),
    python &&
      stage('Python', async () => {
        env.PYTHON_PATH = await findPython();
        return { ok: true };
      }),
    browser &&
      stage('browser', async () => {
        env.CHROMIUM_PATH = await findChromium();
        env.FRAME_WEB_DIR = webBuildDir('frame');
        env.CATALOGUE_DIR = webBuildDir('catalogue');
        return { ok: true };
      }),
  ]);
  return env;
}

/** @typedef {Record<string, string>} Env */

async function unitTests(/** @type {Env} */ env, /** @type {string[]} */ filters = []) {
  const run = (/** @type {Env} */ more) => () =>
    runVitest(['--project=!*api', ...filters], { ...env, ...more });
  if (filters.length > 0) return stage('unit and integration tests', run({}));
  clearAnsweredErrors();
  await stage('unit and integration tests', run({ ANSWERED_ERRORS_DIR: answeredErrorsDir }));
  return stage('declared errors', async () => reportAnsweredErrors());
}

/** Tests whole programs by API calls. */
function apiTests(/** @type {Env} */ env, /** @type {string[]} */ filters = []) {
  return stage('api tests', () => runVitest(['--project=*api', ...filters], env));
}

/** Tests whole programs in a browser. */
async function browserTests(/** @type {Env} */ env, /** @type {string[]} */ filters = []) {
  if (filters.length > 0) return stage('browser tests', () => runPlaywright(filters, env));
  rmSync(coverageDir, { recursive: true, force: true });
  await stage('browser tests', () => runPlaywright([], { ...env, BROWSER_COVERAGE_DIR: coverageDir }));
  return stage('browser coverage', async () => {
    // Imported late, because its libraries may only just have been installed.
    const { reportBrowserCoverage } = await import('./lib/browser-coverage.mjs');
    return reportBrowserCoverage();
  });
}

async function everything() {
  const [built, env] = await Promise.all([
    build(),
    prepare({ browser: true, python: true }),
    runChecks(checks),
  ]);
  // Without a build, outdated programs would be tested.
  const hasPrograms = built && env.TEST_DATABASE_URL;
  await Promise.all([
    // API tests wait more than they compute and run one after the other, so they run beside all other tests.
    hasPrograms && apiTests(env),
    (async () => {
      if (env.TEST_DATABASE_URL) await unitTests(env);
      if (hasPrograms && env.CHROMIUM_PATH) await browserTests(env);
    })(),
  ]);
}

/** @type {Record<string, (filters: string[]) => Promise<unknown>>} */
const parts = {
  all: everything,
  checks: () => runChecks(checksWithTypes()),
  unit: async (filters) => unitTests(await prepare({ browser: false }), filters),
  api: async (filters) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: false, python: true })]);
    if (built) await apiTests(env, filters);
  },
  browser: async (filters) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true })]);
    if (built) await browserTests(env, filters);
  },
  e2e: async () => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true, python: true })]);
    if (built) await Promise.all([apiTests(env), browserTests(env)]);
  },
};

async function main() {
  const [name = 'all', ...filters] = process.argv.slice(2);
  const part = parts[name];
  if (!part) throw new UserError(`npm test -- ${name}: there are ${Object.keys(parts).join(', ')}`);
  killRunningOnSignals();
  await ensureInstalled();
  await part(filters);
  process.stdout.write(`tests: ${totals.passed} passed, ${totals.failed} failed\n`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

runMain(main);
