/**
 * `npm test`: runs every check of the repository and the short form of its tests, on a fresh clone too. `npm test --
 * checks`, `unit`, `api`, `browser` or `e2e` (api and browser) runs a part of it. `npm test -- whole` runs every
 * test, and `whole` before a part all tests of that part. Names after `unit`, `api` and `browser` choose test files,
 * of which all tests run. Failed tests of a run without names run once more, each by itself: those that pass are
 * flaky. The last line is `tests: N passed, N failed`; a failed build, check or runner counts as a failed test. `npm
 * test -- last` prints the result of the last run in one line, `npm test -- flaky` runs its flaky tests twenty times.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { rmSync } from 'node:fs';
import { answeredErrorsDir, clearAnsweredErrors, reportAnsweredErrors } from './lib/answered-errors.mjs';
import {
  browserCoverageDir,
  buildConsole,
  buildWeb,
  compile,
  componentCoverageFile,
  webBuildDir,
} from './lib/build.mjs';
import { checks, checksWithTypes } from './lib/checks.mjs';
import { findChromium } from './lib/chromium.mjs';
import { checkForms, programTests } from './lib/forms.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { killRunningOnSignals, runMain, UserError } from './lib/process.mjs';
import { describeLast, readCommit, readFlaky, readLast, writeLast } from './lib/last-run.mjs';
import { findPython } from './lib/python.mjs';
import { runAlone, runPlaywright, runVitest } from './lib/runners.mjs';
import { describeFailures, lookAgain, runManyTimes } from './lib/second-look.mjs';
import { stage, totals } from './lib/stages.mjs';
import { testSeed } from './lib/test-seed.mjs';

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

/**
 * Prepares the tests' external needs and passes them on as settings.
 * @param {{ browser: boolean, python?: boolean }} needs
 * @param {RunOptions} options
 */
async function prepare({ browser, python = false }, options) {
  /** @type {Record<string, string>} */
  const env = isComplete(options) ? { ...recording } : {};
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
  const name = 'unit and integration tests';
  if (!isComplete(options)) {
    await stage(name, () => runVitest('unit', env, options));
    return;
  }
  clearAnsweredErrors();
  rmSync(componentCoverageFile, { force: true });
  await stage(name, () => runVitest('unit but components', env, options));
  // By themselves, since counting makes the others slower.
  await stage('component tests', () => runVitest('components', env, options));
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
  if (isComplete(options)) rmSync(browserCoverageDir, { recursive: true, force: true });
  await programStages('browser tests', '.spec.ts', options, () => runPlaywright(env, options));
}

/** Folders in which the tests of a complete run store what the limits need. */
const recording = { ANSWERED_ERRORS_DIR: answeredErrorsDir, BROWSER_COVERAGE_DIR: browserCoverageDir };

/**
 * Runs failed tests once more, then compares what a complete run has recorded with the limits.
 * @param {Env} env
 * @param {RunOptions} options
 * @param {{ unit?: boolean, browser?: boolean }} kinds of tests that ran
 * @returns {Promise<import('./lib/test-reports.mjs').Failure[]>} the flaky tests
 */
async function conclude(env, options, { unit = false, browser = false }) {
  const failures = totals.failures.splice(0);
  // Who names a file works on it, and sees the failure at once.
  const isNamed = (options.filters ?? []).length > 0;
  const looked = isNamed
    ? { passed: 0, flaky: [], failed: failures }
    : await lookAgain(failures, (failure) => runAlone(failure, env));
  totals.passed += looked.passed;
  totals.failed += looked.failed.length;
  if (isComplete(options)) {
    if (unit) await stage('declared errors', async () => reportAnsweredErrors());
    if (unit && browser) {
      await stage('coverage of the app', async () => {
        // Imported late, because its libraries may only just have been installed.
        const { reportAppCoverage } = await import('./lib/app-coverage.mjs');
        return reportAppCoverage();
      });
    }
  }
  process.stdout.write(describeFailures(looked));
  return looked.flaky;
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

/** @typedef {import('./lib/test-reports.mjs').Failure} Failure */

/** @returns {Promise<Failure[]>} the flaky tests */
async function everything(/** @type {RunOptions} */ options) {
  const [built, env] = await Promise.all([
    build(),
    prepare({ browser: true, python: true }, options),
    runChecks(checks),
  ]);
  // Without a build, outdated programs would be tested.
  const hasPrograms = built && env.TEST_DATABASE_URL;
  // One kind after the other: each has as many workers as the machine bears.
  if (env.TEST_DATABASE_URL) await unitTests(env, options);
  if (hasPrograms) await apiTests(env, options);
  if (hasPrograms && env.CHROMIUM_PATH) await browserTests(env, options);
  return conclude(env, options, { unit: true, browser: true });
}

/**
 * Parts of a run; each returns its flaky tests.
 * @type {Record<string, (options: RunOptions) => Promise<Failure[]>>}
 */
const parts = {
  all: everything,
  checks: async () => {
    await runChecks(checksWithTypes());
    return [];
  },
  unit: async (options) => {
    const env = await prepare({ browser: false }, options);
    await unitTests(env, options);
    return conclude(env, options, { unit: true });
  },
  api: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: false, python: true }, options)]);
    if (built) await apiTests(env, options);
    return conclude(env, options, {});
  },
  browser: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true }, options)]);
    if (built) await browserTests(env, options);
    return conclude(env, options, { browser: built });
  },
  e2e: async (options) => {
    const [built, env] = await Promise.all([build(), prepare({ browser: true, python: true }, options)]);
    if (built) await apiTests(env, options);
    if (built) await browserTests(env, options);
    return conclude(env, options, { browser: built });
  },
};

/** Runs the flaky tests of the last run twenty times. */
async function flakyTests() {
  const flaky = readFlaky();
  if (flaky.length === 0)
    throw new UserError('npm test -- flaky: the last run of npm test had no flaky test');
  const [built, env] = await Promise.all([
    build(),
    prepare({ browser: true, python: true }, { form: 'short' }),
  ]);
  if (!built) return;
  const { output, passed, failed } = await runManyTimes(flaky, (failure) => runAlone(failure, env));
  process.stdout.write(output);
  totals.passed += passed;
  totals.failed += failed;
}

/** @throws {UserError} */
function readSeed() {
  try {
    return testSeed();
  } catch (error) {
    throw new UserError(/** @type {RangeError} */ (error).message);
  }
}

async function main() {
  const startedAt = performance.now();
  const words = process.argv.slice(2);
  const isWhole = words[0] === 'whole';
  const [name = 'all', ...filters] = isWhole ? words.slice(1) : words;
  if (name === 'last') {
    process.stdout.write(`${describeLast(readLast())}\n`);
    return;
  }
  const part = parts[name];
  if (!part && name !== 'flaky') {
    throw new UserError(
      `npm test -- ${name}: there are whole, last, flaky, ${Object.keys(parts).join(', ')}`,
    );
  }
  killRunningOnSignals();
  const seed = readSeed();
  process.stdout.write(`seed ${seed}\n`);
  const before = await readCommit();
  await ensureInstalled();
  // Who names a file wants all of it.
  const form = isWhole || filters.length > 0 ? 'whole' : 'short';
  const flaky = part ? await part({ filters, form }) : await flakyTests().then(() => []);
  if (isWhole) process.stdout.write(`the short form leaves out ${totals.wholeOnly} of these tests\n`);
  const { passed, failed } = totals;
  if (name === 'all') {
    const after = await readCommit();
    writeLast(
      {
        commit: before.commit,
        form,
        passed,
        failed,
        flaky: flaky.length,
        seed,
        clean: before.changes === '' && after.changes === '' && after.commit === before.commit,
        seconds: Math.round((performance.now() - startedAt) / 1000),
        at: new Date().toISOString(),
      },
      flaky,
    );
  }
  process.stdout.write(`tests: ${passed} passed, ${failed} failed\n`);
  process.exit(failed > 0 ? 1 : 0);
}

runMain(main);
