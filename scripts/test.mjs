/**
 * `npm test`: runs every check of the repository and the short form of its tests, on a fresh clone too. `npm test --
 * checks`, `unit`, `api`, `browser` or `e2e` (api and browser) runs a part of it. `npm test -- whole` runs every
 * test, and `whole` before a part all tests of that part. Names after `unit`, `api` and `browser` choose test files,
 * of which all tests run. The last line is `tests: N passed, N failed`; a failed build, check or runner counts as a
 * failed test.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { rmSync } from 'node:fs';
import { answeredErrorsDir, clearAnsweredErrors, reportAnsweredErrors } from './lib/answered-errors.mjs';
import { buildConsole, buildWeb, compile, coverageDir, webBuildDir } from './lib/build.mjs';
import { checks, checksWithTypes } from './lib/checks.mjs';
import { findChromium } from './lib/chromium.mjs';
import { checkForms, programTests } from './lib/forms.mjs';
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
/** @typedef {import('./lib/runners.mjs').RunOptions} RunOptions */
/** @typedef {import('./lib/stages.mjs').StageResult} StageResult */

async function unitTests(/** @type {Env} */ env, /** @type {RunOptions} */ options) {
  const run = (/** @type {Env} */ more) => () => runVitest('unit', { ...env, ...more }, options);
  if (!isComplete(options)) return stage('unit and integration tests', run({}));
  clearAnsweredErrors();
  await stage('unit and integration tests', run({ ANSWERED_ERRORS_DIR: answeredErrorsDir }));
  return stage('declared errors', async () => reportAnsweredErrors());
}

/** Returns whether a run has every test, so that what no test did is a fault. */
const isComplete = (/** @type {RunOptions} */ { filters = [], form }) =>
  form === 'whole' && filters.length === 0;

/** Tests whole programs by API calls. */
function apiTests(/** @type {Env} */ env, /** @type {RunOptions} */ options) {
  return programStages('api tests', '.api.test.ts', options, () => runVitest('api', env, options));
}

/** Tests whole programs in a browser. */
async function browserTests(/** @type {Env} */ env, /** @type {RunOptions} */ options) {
  const run = (/** @type {Env} */ more) =>
    programStages('browser tests', '.spec.ts', options, () => runPlaywright({ ...env, ...more }, options));
  if (!isComplete(options)) return run({});
  rmSync(coverageDir, { recursive: true, force: true });
  await run({ BROWSER_COVERAGE_DIR: coverageDir });
  return stage('browser coverage', async () => {
    // Imported late, because its libraries may only just have been installed.
    const { reportBrowserCoverage } = await import('./lib/browser-coverage.mjs');
    return reportBrowserCoverage();
  });
}

/**
 * Runs tests of whole programs, and checks that each of their files has a test in the short form.
 * @param {string} name
 * @param {Parameters<typeof programTests>[0]} ending of the files' names
 * @param {RunOptions} options
 * @param {() => Promise<StageResult>} run
 */
async function programStages(name, ending, { filters = [] }, run) {
  /** @type {string[] | undefined} */
  let filesInShort;
  await stage(name, async () => {
    const result = await run();
    filesInShort = result.form?.filesInShort;
    return result;
  });
  const inShort = filesInShort;
  if (filters.length > 0 || !inShort) return;
  await stage(`short form of ${name}`, async () => checkForms(programTests(ending), inShort));
}

async function everything(/** @type {RunOptions} */ options) {
  const [built, env] = await Promise.all([
    build(),
    prepare({ browser: true, python: true }),
    runChecks(checks),
  ]);
  // Without a build, outdated programs would be tested.
  const hasPrograms = built && env.TEST_DATABASE_URL;
  await Promise.all([
    // API tests wait more than they compute and run one after the other, so they run beside all other tests.
    hasPrograms && apiTests(env, options),
    (async () => {
      if (env.TEST_DATABASE_URL) await unitTests(env, options);
      if (hasPrograms && env.CHROMIUM_PATH) await browserTests(env, options);
    })(),
  ]);
}

/** @type {Record<string, (options: RunOptions) => Promise<unknown>>} */
const parts = {
  all: everything,
  checks: () => runChecks(checksWithTypes()),
  unit: async (options) => unitTests(await prepare({ browser: false }), options),
  api: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: false, python: true })]);
    if (built) await apiTests(env, options);
  },
  browser: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true })]);
    if (built) await browserTests(env, options);
  },
  e2e: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true })]);
    if (built) await Promise.all([apiTests(env, options), browserTests(env, options)]);
  },
};

async function main() {
  const words = process.argv.slice(2);
  const isWhole = words[0] === 'whole';
  const [name = 'all', ...filters] = isWhole ? words.slice(1) : words;
  const part = parts[name];
  if (!part) {
    throw new UserError(`npm test -- ${name}: there are whole, ${Object.keys(parts).join(', ')}`);
  }
  killRunningOnSignals();
  await ensureInstalled();
  // Who names a file wants all of it.
  await part({ filters, form: isWhole || filters.length > 0 ? 'whole' : 'short' });
  if (isWhole) process.stdout.write(`the short form leaves out ${totals.wholeOnly} of these tests\n`);
  process.stdout.write(`tests: ${totals.passed} passed, ${totals.failed} failed\n`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

runMain(main);
