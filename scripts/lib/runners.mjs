import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, root, run, tool } from './process.mjs';
import { outcomeOf } from './second-look.mjs';
import { readPlaywright, readVitest } from './test-reports.mjs';

/** @typedef {import('./stages.mjs').StageResult} StageResult */
/** @typedef {import('./test-reports.mjs').Report} Report */
/** @typedef {import('./test-reports.mjs').Failure} Failure */
/** @typedef {{ filters?: string[], form: import('./forms.mjs').Form }} RunOptions `filters` choose files */

/** A runner that hangs is a failure. */
const timeoutMs = { short: 30 * 60_000, whole: 60 * 60_000, once: 10 * 60_000 };

const e2eDir = join(root, 'packages', 'e2e');
const reportsDir = join(cacheDir, 'test');

/** Arguments of Vitest by kind of tests; `components` records which functions of the app run. */
const KINDS = {
  unit: ['--project=!*api'],
  'unit but components': ['--project=!*api', '--project=!web*'],
  components: ['--project=web*', '--coverage'],
  api: ['--project=*api'],
};

/**
 * Runs Vitest.
 * @param {keyof typeof KINDS} kind
 * @param {Record<string, string>} env
 * @param {RunOptions} options
 * @returns {Promise<StageResult>}
 */
export async function runVitest(kind, env, { filters = [], form }) {
  const tags = form === 'short' ? ['--tags-filter=!whole'] : [];
  const options = { name: kind.replaceAll(' ', '-'), env, timeoutMs: timeoutMs[form] };
  return resultOf(await vitest([...KINDS[kind], ...tags, ...filters], options));
}

/**
 * Runs Playwright.
 * @param {Record<string, string>} env
 * @param {RunOptions} options
 * @returns {Promise<StageResult>}
 */
export async function runPlaywright(env, { filters = [], form }) {
  const tags = form === 'short' ? ['--grep-invert=@whole'] : [];
  return resultOf(
    await playwright([...tags, ...filters], { name: 'playwright', env, timeoutMs: timeoutMs[form] }),
  );
}

/**
 * Runs a failed test, or group of tests, by itself.
 * @param {Failure} failure
 * @param {Record<string, string>} env
 * @returns {Promise<{ passed: number, error: string }>} the number of tests that passed, and the first error; empty
 *   when all did
 */
export async function runAlone({ runner, project, file, name, isGroup }, env) {
  const options = { name: 'alone', env, timeoutMs: timeoutMs.once };
  const exactly = isGroup ? ' ' : '( @\\S+)*$';
  const pattern = `${runner === 'vitest' ? '^' : '(^| )'}${escaped(name)}${exactly}`;
  const named =
    name === '' ? [] : [runner === 'vitest' ? `--testNamePattern=${pattern}` : `--grep=${pattern}`];
  const ended =
    runner === 'vitest'
      ? await vitest([`--project=${project}`, ...named, file], options)
      : // What the first failure left, such as its picture, stays.
        await playwright([...named, '--output=test-results/alone', escaped(file)], options);
  return outcomeOf(ended);
}

/** Returns a regular expression's source that matches just this text. */
const escaped = (/** @type {string} */ text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * @typedef {{ name: string, env: Record<string, string>, timeoutMs: number }} RunnerOptions `name` of the report's file
 * @typedef {{ ok: boolean, report: Report | undefined }} Ended
 */

/** @returns {Promise<Ended>} */
function vitest(/** @type {string[]} */ args, /** @type {RunnerOptions} */ { name, env, timeoutMs }) {
  const file = reportFile(name);
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/vitest-reporter.mjs')}`];
  return runRunner([...tool('vitest'), 'run', ...reporters, ...args], {
    cwd: root,
    file,
    timeoutMs,
    read: readVitest,
    env: { ...env, VITEST_REPORT_FILE: file },
  });
}

/** @returns {Promise<Ended>} */
function playwright(/** @type {string[]} */ args, /** @type {RunnerOptions} */ { name, env, timeoutMs }) {
  const file = reportFile(name);
  return runRunner([...tool('playwright'), 'test', '--reporter=list,json', ...args], {
    cwd: e2eDir,
    file,
    timeoutMs,
    read: readPlaywright,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
}

function reportFile(/** @type {string} */ name) {
  mkdirSync(reportsDir, { recursive: true });
  return join(reportsDir, `report-${name}.json`);
}

/**
 * Its output goes straight to the terminal; the results come from the report that it leaves.
 * @param {string[]} commandLine
 * @param {{ cwd: string, env: Record<string, string>, file: string, timeoutMs: number, read: (report: any) => Report }}
 *   options `file` of the report
 * @returns {Promise<Ended>}
 */
async function runRunner(commandLine, { cwd, env, file, timeoutMs, read }) {
  rmSync(file, { force: true });
  const { ok } = await run(commandLine, { cwd, env, show: true, timeoutMs });
  return { ok, report: existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined };
}

/** @returns {StageResult} */
function resultOf(/** @type {Ended} */ { ok, report }) {
  if (!report) return { ok: false, output: 'the test runner ended without a report' };
  const { passed, failures, errors, form } = report;
  const failed = failures.length + errors.length;
  if (passed + failed === 0) return { ok: false, output: 'no test ran' };
  return {
    ok: ok && failed === 0,
    output: errors.join('\n'),
    tests: { passed, failed },
    failures,
    form,
  };
}
