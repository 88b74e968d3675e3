import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, root, run, tool } from './process.mjs';

/** @typedef {import('./stages.mjs').StageResult} StageResult */
/** @typedef {{ passed: number, failed: number }} Counts */

/** A runner that hangs is a failure. */
const timeoutMs = 30 * 60_000;

/**
 * Runs Vitest.
 * @param {string[]} args projects and file filters
 * @param {Record<string, string>} env
 * @returns {Promise<StageResult>}
 */
export function runVitest(args, env) {
  const report = reportFile(args.includes('--project=*api') ? 'api' : 'unit');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runRunner([...tool('vitest'), 'run', ...reporters, ...args], {
    cwd: root,
    env,
    report,
    count: countVitest,
  });
}

/**
 * Runs Playwright.
 * @param {string[]} args file filters
 * @param {Record<string, string>} env
 * @returns {Promise<StageResult>}
 */
export function runPlaywright(args, env) {
  const report = reportFile('playwright');
  return runRunner([...tool('playwright'), 'test', '--reporter=list,json', ...args], {
    cwd: join(root, 'packages', 'e2e'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    count: countPlaywright,
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
 * @param {{ cwd: string, env: Record<string, string>, report: string, count: (report: any) => Counts }} options
 * @returns {Promise<StageResult>}
 */
async function runRunner(commandLine, { cwd, env, report, count }) {
  rmSync(report, { force: true });
  const { ok } = await run(commandLine, { cwd, env, show: true, timeoutMs });
  if (!existsSync(report)) return { ok: false, output: 'the test runner ended without a report' };
  const tests = count(JSON.parse(readFileSync(report, 'utf8')));
  if (tests.passed + tests.failed === 0) return { ok: false, output: 'no test ran' };
  return { ok: ok && tests.failed === 0, tests };
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
