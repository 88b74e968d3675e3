/**
 * The second look at the failures of a run: each runs once more by itself. A test that passes then is flaky: it failed
 * by what ran beside it, or by chance.
 */
import { describeFailure } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Failure} Failure */

/** With more failures the cause is not chance. */
const MOST = 30;

/**
 * @param {readonly Failure[]} failures
 * @param {(failure: Failure) => Promise<{ passed: number, error: string }>} runAlone
 * @returns {Promise<{ passed: number, flaky: Failure[], failed: Failure[] }>} `passed` counts the tests that passed in
 *   the second run alone
 */
export async function lookAgain(failures, runAlone) {
  if (failures.length > MOST) return { passed: 0, flaky: [], failed: [...failures] };
  /** @type {Failure[]} */
  const flaky = [];
  /** @type {Failure[]} */
  const failed = [];
  let passed = 0;
  for (const failure of failures) {
    const second = await runAlone(failure);
    if (second.error === '') {
      passed += failure.isGroup ? Math.max(0, second.passed - failure.passed) : 1;
      flaky.push(failure);
    } else {
      failed.push(failure);
    }
  }
  return { passed, flaky, failed };
}

/**
 * Returns the outcome of a run of one test, or group, by itself.
 * @param {{ ok: boolean, report: import('./test-reports.mjs').Report | undefined }} ended
 * @returns {{ passed: number, error: string }} the number of tests that passed, and the first error; empty when all did
 */
export function outcomeOf({ ok, report }) {
  if (!report) return { passed: 0, error: 'the test runner ended without a report' };
  const { passed, failures, errors } = report;
  const [first] = [...failures.map(({ error }) => error), ...errors];
  if (first !== undefined) return { passed, error: first || 'failed without a message' };
  if (passed === 0) return { passed, error: 'no test ran' };
  return { passed, error: ok ? '' : 'the test runner failed' };
}

/** Returns the lines on failures and flaky tests that end a run's output. */
export const describeFailures = (
  /** @type {{ flaky: readonly Failure[], failed: readonly Failure[] }} */ looked,
) =>
  [
    ...looked.failed.map((failure) => describeFailure('failed', failure)),
    ...looked.flaky.map((failure) => describeFailure('flaky', failure)),
  ].join('');

/** Number of times that `npm test -- flaky` runs each test. */
const TIMES = 20;

/**
 * Runs flaky tests many times, each by itself.
 * @param {readonly Failure[]} flaky
 * @param {(failure: Failure) => Promise<{ passed: number, error: string }>} runAlone
 * @returns {Promise<{ output: string, passed: number, failed: number }>} a line a test, and the number of tests that
 *   passed every time and that failed
 */
export async function runManyTimes(flaky, runAlone) {
  const lines = [];
  let failed = 0;
  for (const failure of flaky) {
    /** @type {string[]} */
    const errors = [];
    for (let run = 0; run < TIMES; run += 1) {
      const { error } = await runAlone(failure);
      if (error !== '') errors.push(error);
    }
    const [first] = errors;
    if (first !== undefined) failed += 1;
    const word = `passed ${TIMES - errors.length} of ${TIMES}`;
    lines.push(describeFailure(word, { ...failure, error: first ?? '' }));
  }
  return { output: lines.join(''), passed: flaky.length - failed, failed };
}
