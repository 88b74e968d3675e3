import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formOfPlaywright, formOfVitest } from './forms.mjs';
import { cacheDir, root, run, tool } from './process.mjs';

/** @typedef {import('./stages.mjs').StageResult} StageResult */
/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {import('./forms.mjs').FormReport} FormReport */
/** @typedef {{ filters?: string[], form: import('./forms.mjs').Form }} RunOptions `filters` choose files */

/** A runner that hangs is a failure. */
const timeoutMs = { short: 30 * 60_000, whole: 60 * 60_000 };

/**
 * Runs Vitest.
 * @param {'unit' | 'api'} kind
 * @param {Record<string, string>} env
 * @param {RunOptions} options
 * @returns {Promise<StageResult>}
 */
export function runVitest(kind, env, { filters = [], form }) {
  const report = reportFile(kind);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const projects = { unit: '--project=!*api', api: '--project=*api' };
  const tags = form === 'short' ? ['--tags-filter=!whole'] : [];
  return runRunner([...tool('vitest'), 'run', ...reporters, projects[kind], ...tags, ...filters], {
    cwd: root,
    env,
    report,
    timeoutMs: timeoutMs[form],
    count: countVitest,
    readForm: formOfVitest,
  });
}

/**
 * Runs Playwright.
 * @param {Record<string, string>} env
 * @param {RunOptions} options
 * @returns {Promise<StageResult>}
 */
export function runPlaywright(env, { filters = [], form }) {
  const report = reportFile('playwright');
  const tags = form === 'short' ? ['--grep-invert=@whole'] : [];
  return runRunner([...tool('playwright'), 'test', '--reporter=list,json', ...tags, ...filters], {
    cwd: join(root, 'packages', 'e2e'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    timeoutMs: timeoutMs[form],
    count: countPlaywright,
    readForm: formOfPlaywright,
  });
}

function reportFile(/** @type {string} */ runner) {
  const dir = join(cacheDir, 'test');
  mkdirSync(dir, { recursive: true });
  return join(dir, `${runner}.json`);
}

/**
 * Its output goes straight to the terminal; the counts come from the report it leaves.
 * @param {string[]} commandLine
 * @param {{ cwd: string, env: Record<string, string>, report: string, timeoutMs: number,
 *   count: (report: any) => Counts, readForm: (report: any) => FormReport }} options
 * @returns {Promise<StageResult>}
 */
async function runRunner(commandLine, { cwd, env, report, timeoutMs, count, readForm }) {
  rmSync(report, { force: true });
  const { ok } = await run(commandLine, { cwd, env, show: true, timeoutMs });
  if (!existsSync(report)) return { ok: false, output: 'the test runner ended without a report' };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const tests = count(results);
  if (tests.passed + tests.failed === 0) return { ok: false, output: 'no test ran' };
  return { ok: ok && tests.failed === 0, tests, form: readForm(results) };
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Counts}
 */
function countVitest(report) {
  // A file that fails as a whole (a syntax error, a failing hook) has no failed test of its own.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
